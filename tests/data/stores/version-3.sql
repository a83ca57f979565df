-- A store of version 3, dumped by SQLite. Never regenerate it: the stores of users do not change either.
PRAGMA application_id = 8281361;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE conditions (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE, checksum TEXT NOT NULL DEFAULT '');
INSERT INTO "conditions" VALUES(1,'{"half": 0, "processor": "made up"}','7ab92b48d31b7f7ddd6dfa20c91968a6');
INSERT INTO "conditions" VALUES(2,'{"half": 1, "processor": "made up"}','9b4e0b268bf1ca0c9a457cf26c92f66f');
CREATE TABLE experiment (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  identity TEXT NOT NULL,
  test TEXT,
  created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, games INTEGER NOT NULL DEFAULT 0, chain TEXT NOT NULL DEFAULT '', checksum TEXT NOT NULL DEFAULT '',
  UNIQUE (name)
);
INSERT INTO "experiment" VALUES(1,'match 0','{"game": "avalam", "seed": 0}','{"elo0": 0, "elo1": 0}','2026-11-16 12:10:10',4,'826996fc1f984ed078db8ef0c944ddc4','3778cb54d12e881aa019473f5fb32fd9');
INSERT INTO "experiment" VALUES(2,'match 1','{"game": "avalam", "seed": 1}','{"elo0": 0, "elo1": 1}','2026-11-16 12:10:10',4,'5a592371813251cba6c312cc2d02bfed','0956f3b38cf32bd8a31e078e0678c383');
CREATE TABLE game (
  experiment INTEGER NOT NULL REFERENCES experiment (id),
  pair INTEGER NOT NULL,
  side INTEGER NOT NULL,
  record TEXT NOT NULL,
  conditions INTEGER REFERENCES conditions (id), number INTEGER NOT NULL DEFAULT 0, key TEXT NOT NULL DEFAULT '', checksum TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (experiment, pair, side)
) WITHOUT ROWID;
INSERT INTO "game" VALUES(1,0,0,'{"game":"avalam","agents":["mcts","random"],"start":"start 20b8b99f728b4fa42485e3a","moves":[["m629f6fbd82c07cd",0,0.5,10,20,0.1],["me3e7068c2094cac",1,0.5,10,20,0.1],["ma5d2f36baa9455",0,0.5,10,20,0.1]],"winner":0,"score":0,"reason":"made up","end":"rules","tags":{"Pair":"0","Side":"named"}}',1,0,'d55f93efb1f425d1','4197fe3a20e406e1e685e26662f8bc72');
INSERT INTO "game" VALUES(1,0,1,'{"game":"avalam","agents":["mcts","random"],"start":"start 1fb53551e2feb89414c343c","moves":[["m91b75842265b1f5",0,0.5,10,20,0.1],["mcd613e3d8f16adf",1,0.5,10,20,0.1],["m1027c4dc386bbc4",0,0.5,10,20,0.1]],"winner":0,"score":0,"reason":"made up","end":"rules","tags":{"Pair":"0","Side":"swapped"}}',1,1,'d55f93efb1f425d1','fbe18bd29eea502987447a20cd42cf6a');
INSERT INTO "game" VALUES(1,1,0,'{"game":"avalam","agents":["mcts","random"],"start":"start 3578d045c6e433715ba2bdd","moves":[["mdcf4bb9f4bea973",0,0.5,10,20,0.1],["md95bafcf2a4d27b",1,0.5,10,20,0.1],["m177219d0e7a269f",0,0.5,10,20,0.1]],"winner":null,"score":1,"reason":"made up","end":"rules","tags":{"Pair":"1","Side":"named"}}',2,2,'d55f93efb1f425d1','3f6bf6d889909dbb7121f2d8b3ec5fc5');
INSERT INTO "game" VALUES(1,1,1,'{"game":"avalam","agents":["mcts","random"],"start":"start 280bcd2795b929e9a9a80fd","moves":[["m97b75093ceb3ffd",0,0.5,10,20,0.1],["m21636368b529b4a",1,0.5,10,20,0.1],["mea7b5bf5eb561a4",0,0.5,10,20,0.1]],"winner":1,"score":1,"reason":"made up","end":"rules","tags":{"Pair":"1","Side":"swapped"}}',2,3,'d55f93efb1f425d1','9b590a15054d39081caf8fd417244a98');
INSERT INTO "game" VALUES(2,0,0,'{"game":"avalam","agents":["mcts","random"],"start":"start 329e249d5b10bb3c4aaea8d","moves":[["mcb302372ce1456",0,0.5,10,20,0.1],["mc4bf11bf2795235",1,0.5,10,20,0.1],["mf2933bf79771571",0,0.5,10,20,0.1]],"winner":0,"score":1000,"reason":"made up","end":"rules","tags":{"Pair":"1000","Side":"named"}}',1,0,'c2dd3c541e9a84ff','1803e8393ad6dad1bf679f4174234fa1');
INSERT INTO "game" VALUES(2,0,1,'{"game":"avalam","agents":["mcts","random"],"start":"start 3cd43cc99fa798ba6b145c1","moves":[["m58c24296206470",0,0.5,10,20,0.1],["mcdb30705cc9a1c0",1,0.5,10,20,0.1],["m16346510d7d616d",0,0.5,10,20,0.1]],"winner":1,"score":1000,"reason":"made up","end":"rules","tags":{"Pair":"1000","Side":"swapped"}}',1,1,'c2dd3c541e9a84ff','c361feb258a5af631d7c34e76e0a089a');
INSERT INTO "game" VALUES(2,1,0,'{"game":"avalam","agents":["mcts","random"],"start":"start 385a3bd1d04bc6f90660e59","moves":[["m1b19eba3cdc0e",0,0.5,10,20,0.1],["m52d65a18012934e",1,0.5,10,20,0.1],["ma411262c70a70ef",0,0.5,10,20,0.1]],"winner":0,"score":1001,"reason":"made up","end":"rules","tags":{"Pair":"1001","Side":"named"}}',2,2,'c2dd3c541e9a84ff','3c3088fb4718fe7189da80b55d0f90bb');
INSERT INTO "game" VALUES(2,1,1,'{"game":"avalam","agents":["mcts","random"],"start":"start 2abe9804e8cda9d48a78212","moves":[["mb68d93c1cde1553",0,0.5,10,20,0.1],["m8ee2242f705c52e",1,0.5,10,20,0.1],["m38b0d75b17cbf9b",0,0.5,10,20,0.1]],"winner":0,"score":1001,"reason":"made up","end":"rules","tags":{"Pair":"1001","Side":"swapped"}}',2,3,'c2dd3c541e9a84ff','888be5e9918b1093e7022cc2d614064d');
CREATE TABLE imported (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  experiment TEXT,
  pair INTEGER,
  side INTEGER,
  source TEXT NOT NULL,
  record TEXT NOT NULL
, checksum TEXT NOT NULL DEFAULT '');
INSERT INTO "imported" VALUES(1,'digest 0',NULL,NULL,NULL,'a file','{"game":"avalam","agents":["mcts","random"],"start":"start 20b8b99f728b4fa42485e3a","moves":[["m629f6fbd82c07cd",0,0.5,10,20,0.1],["me3e7068c2094cac",1,0.5,10,20,0.1],["ma5d2f36baa9455",0,0.5,10,20,0.1]],"winner":0,"score":0,"reason":"made up","end":"rules","tags":{"Pair":"0","Side":"named"}}','30d14896351e82276442dbe561091a69');
INSERT INTO "imported" VALUES(2,'digest 1',NULL,NULL,NULL,'a file','{"game":"avalam","agents":["mcts","random"],"start":"start 3578d045c6e433715ba2bdd","moves":[["mdcf4bb9f4bea973",0,0.5,10,20,0.1],["md95bafcf2a4d27b",1,0.5,10,20,0.1],["m177219d0e7a269f",0,0.5,10,20,0.1]],"winner":null,"score":1,"reason":"made up","end":"rules","tags":{"Pair":"1","Side":"named"}}','6da9ed4c5dd5e0ff3d664ee1a2bf2f19');
INSERT INTO "imported" VALUES(3,'digest 2',NULL,NULL,NULL,'a file','{"game":"avalam","agents":["mcts","random"],"start":"start 441c881710cf5327ac435a","moves":[["m4da4f9f3c6da5d7",0,0.5,10,20,0.1],["mb8a1abc1a6916c7",1,0.5,10,20,0.1],["m7a97c64656412a9",0,0.5,10,20,0.1]],"winner":null,"score":2,"reason":"made up","end":"rules","tags":{"Pair":"2","Side":"named"}}','1da7ff713e7a69f1fd2d84efafa8d5f8');
CREATE TABLE seal (part TEXT PRIMARY KEY, checksum TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "seal" VALUES('imported','a3a7836d5f06ba3ea4eaf50ada9b36c5');
INSERT INTO "seal" VALUES('matches','92e42ee591459fc167bc1706a2642c34');
COMMIT;
