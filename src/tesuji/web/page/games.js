// Finished games that this browser remembers, each to be opened for review.

import { h } from "./dom.js";
import { finishedGames, forgetFinished } from "./keep.js";

export function showGames(element) {
  const rows = finishedGames().map((game) =>
    h("li", {},
      h("a", { href: game.link }, h("b", {}, game.title), h("span", {}, game.names.join(" – "))),
      h("span", { class: "soft" }, `${game.result}: ${game.reason}, ${game.moves} moves, ${new Date(game.when).toLocaleString()}`),
      h("button", { type: "button", class: "plain", "aria-label": `Forget this game of ${game.title}`, onclick: () => { forgetFinished(game.link); showGames(element); } }, "Forget")));
  element.replaceChildren(
    h("h1", {}, "Finished games"),
    rows.length ? h("ul", { class: "finished" }, ...rows) : h("p", { class: "soft" }, "None yet. Games that come to an end are kept here, in this browser alone."));
}
