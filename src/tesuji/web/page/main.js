// Begins here: connects, restores the game, and shows the view that the address names.

import { Analyst } from "./analyst.js";
import { byId, h } from "./dom.js";
import { showGames } from "./games.js";
import { read, write } from "./keep.js";
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

export function complain(error) {
  const toast = h("p", {}, error.text ?? error.message ?? String(error));
  byId("toasts").append(toast);
  setTimeout(() => toast.remove(), 6000);
}

// Views

function route() {
  const fragment = location.hash.replace(/^#/, "");
  const [view, detail] = fragment.split("=").map(decodeURIComponent);
  if (gameOfLink(fragment)) return openLink(fragment);
  const name = view === "new" && detail ? "new" : view || (model.state?.ply ? "play" : "new");
  show(name, detail);
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
  if (name === "games") showGames(byId("view-games"));
  if (name === "rules") showRules(byId("view-rules"), { wire, model, theme, game: detail, complain });
  document.title = name === "play" && model.state ? `${model.state.title} · Tesuji` : "Tesuji";
  if (view !== shownView) scrollTo(0, 0);
  shownView = view;
}

function openLink(fragment) {
  wire.ask("open", gameOfLink(fragment)).then(() => {
    history.replaceState(null, "", "#review");
    model.go({ ply: 0 });
    route();
  }, (error) => {
    complain(error);
    history.replaceState(null, "", "#new");
    route();
  });
}

// A server that has forgotten the game is told of it again.
function restore(message) {
  byId("offline").hidden = true;
  const kept = read("game", null);
  if (!message.fresh || kept === null || kept.moves.length === 0) return;
  const { ended, ...game } = kept;
  const asked = ended
    ? wire.ask("open", { game: game.game, start: game.start, moves: game.moves, names: game.seats.map((seat) => seat.name), winner: ended.winner ?? -1, reason: ended.reason })
    : wire.ask("new", game);
  asked.then(() => begun && route(), complain);
}

let begun = false;
model.addEventListener("welcome", (event) => restore(event.detail));
model.addEventListener("state", () => {
  if (!begun) {
    begun = true;
    route();
  }
});
addEventListener("hashchange", () => begun && route());
wire.on("close", () => (byId("offline").hidden = false));
wire.on("error", complain);
wire.connect();
