// Saved games: finished ones to review, and unfinished ones to continue.

import { h } from "./dom.js";
import { gameOfLink } from "./link.js";
import { counted } from "./numbers.js";
import { forgetGame, savedGames } from "./storage.js";

export function showGames(element, { model, showError }) {
  const rows = savedGames().map((game) =>
    h(
      "li",
      { class: game.again ? "unfinished" : "" },
      h(
        "a",
        {
          href: game.link,
          onclick: game.again ? (event) => playOn(event, game, { model, showError }) : null,
        },
        h("b", {}, game.title),
        h("span", {}, game.names.join(" – ")),
      ),
      h(
        "span",
        { class: "soft" },
        `${game.again ? "Unfinished" : `${game.result}: ${game.reason}`}, ${counted(game.moves, "move")}, ${new Date(game.when).toLocaleString()}`,
      ),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": `Forget this game of ${game.title}`,
          onclick: () => {
            forgetGame(game.link);
            showGames(element, { model, showError });
          },
        },
        "Forget",
      ),
    ),
  );
  element.replaceChildren(
    h("h1", {}, "Games"),
    rows.length
      ? h("ul", { class: "finished" }, ...rows)
      : h(
          "p",
          { class: "soft" },
          "None yet. This browser saves games here when they end or when another game replaces them.",
        ),
    pasted(showError),
  );
}

// A field for the link of a game, from whichever Tesuji page it came.
function pasted(showError) {
  const field = h("input", {
    id: "pasted-link",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "http://…#game=…",
    "aria-label": "Link to a game",
  });
  const open = (event) => {
    event.preventDefault();
    const [, fragment = ""] = field.value.trim().split(/#(.*)/s);
    if (gameOfLink(fragment)) location.hash = `#${fragment}`;
    else showError({ text: "This link contains no game." });
  };
  return h(
    "form",
    { class: "pasted", onsubmit: open },
    field,
    h("button", { type: "submit" }, "Open link"),
  );
}

function playOn(event, game, { model, showError }) {
  event.preventDefault();
  model.playOn(game).then(() => (location.hash = "#play"), showError);
}
