// Begins here: connects, restores the game, and shows the view that the address names.

import { Analyst } from "./analyst.js";
import { complain } from "./complaints.js";
import { byId } from "./dom.js";
import { showGames } from "./games.js";
import { read } from "./keep.js";
import { gameOfLink } from "./link.js";
import { Model } from "./model.js";
import { NewGame } from "./new.js";
import { showRules } from "./rules.js";
import { Table } from "./table.js";
import { Theme } from "./theme.js";
import { Wire } from "./wire.js";

const wire = new Wire();
const model = new Model(wire);
const theme = new Theme(byId("theme"));
const analyst = new Analyst(wire, model);
const table = new Table({ wire, model, analyst, theme, complain });
const newGame = new NewGame({ wire, model, theme, complain });
let shownView = null;
const TABS = ["play", "analyse", "review"];
const VIEWS = [...TABS, "new", "games", "rules"];

// Views

function route() {
  const fragment = location.hash.replace(/^#/, "");
  if (gameOfLink(fragment)) return openLink(fragment);
  const [view, detail] = fragment.split(/=(.*)/s).map(decoded);
  const otherwise = fragment === "" && model.state.ply ? "play" : "new";
  if (VIEWS.includes(view)) show(view, detail);
  else show(otherwise);
}

// People write addresses too: what is no code for anything stands for itself.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function show(name, detail) {
  const view = TABS.includes(name) ? "table" : name;
  for (const each of ["new", "games", "rules", "table"]) byId(`view-${each}`).hidden = each !== view;
  for (const link of document.querySelectorAll(".bar nav a")) {
    const here = link.getAttribute("href") === `#${name}`;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  table.setTab(TABS.includes(name) ? name : null);
  if (name === "new") newGame.show(detail);
  if (name === "games") showGames(byId("view-games"), { model, complain });
  if (name === "rules") showRules(byId("view-rules"), { wire, model, theme, game: detail, complain });
  document.title = name === "play" && model.state ? `${model.state.title} · Tesuji` : "Tesuji";
  if (view !== shownView) scrollTo(0, 0);
  shownView = view;
}

function openLink(fragment) {
  model.replace("open", gameOfLink(fragment)).then(() => {
    history.replaceState(null, "", "#review");
    model.go({ ply: 0 });
    route();
  }, (error) => {
    complain(error);
    history.replaceState(null, "", "#new");
    route();
  });
}

// A server that has forgotten the game is told of it again; what it shows until then is not kept.
function restore(message) {
  byId("offline").hidden = true;
  model.keep();
  const kept = read("game", null);
  model.keeps = !message.fresh || kept === null || kept.moves.length === 0;
  if (model.keeps) return;
  const { ended, ...game } = kept;
  const asked = ended
    ? wire.ask("open", { game: game.game, start: game.start, moves: game.moves, names: game.seats.map((seat) => seat.name), winner: ended.winner ?? -1, reason: ended.reason })
    : wire.ask("new", game);
  restored = asked.then(() => {}, complain).finally(() => (model.keeps = true));
  if (begun) restored.then(route);
}

let begun = false;
let restored = Promise.resolve();
model.addEventListener("welcome", (event) => restore(event.detail));
model.addEventListener("state", () => {
  if (!begun) {
    begun = true;
    restored.then(route);
  }
});
addEventListener("hashchange", () => begun && route());
wire.on("close", () => (byId("offline").hidden = false));
wire.on("error", complain);
wire.connect();
