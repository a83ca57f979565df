import assert from "node:assert/strict";
import { test } from "node:test";

import { firstRecord } from "../../src/tesuji/web/page/record_text.js";

const RECORD = '[Game "avalam"]\n[Result "*"]\n\nc4d5 e8f8\n';

test("of several records the first is taken", () => {
  assert.equal(firstRecord(`${RECORD}\n${RECORD}`).trim(), RECORD.trim());
});

test("a single record is taken whole", () => {
  assert.equal(firstRecord(RECORD), RECORD);
  assert.equal(firstRecord("no record"), "no record");
});
