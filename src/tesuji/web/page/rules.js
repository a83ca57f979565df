// How to play: the rules of a game, with drawn examples.

import { h, s } from "./dom.js";
import { Drawing } from "./drawing.js";
import { setPalette } from "./shapes.js";

// Stops the pictures of the last visit from following the theme.
let visit = new AbortController();

export async function showRules(element, { connection, model, theme, game, showError }) {
  const name = game ?? model.state?.name ?? model.games[0].name;
  try {
    const { title, summary, parts } = await connection.ask("rules", { game: name });
    visit.abort();
    visit = new AbortController();
    element.replaceChildren(
      h(
        "nav",
        { class: "chips", "aria-label": "Games" },
        ...model.games.map((each) =>
          h(
            "a",
            {
              href: `#rules=${encodeURIComponent(each.name)}`,
              "aria-current": each.name === name ? "page" : null,
            },
            each.title,
          ),
        ),
      ),
      h("h1", {}, title),
      h("p", { class: "lead" }, summary),
      h(
        "div",
        { class: "rules" },
        ...parts.map((part) => (part.html ? words(part.html) : example(part, theme))),
      ),
      h(
        "p",
        { class: "actions" },
        h("a", { class: "button main", href: `#new=${encodeURIComponent(name)}` }, "Play it"),
        h("a", { class: "button", href: `#guide=${encodeURIComponent(name)}` }, "Learn by playing"),
      ),
    );
  } catch (error) {
    showError(error);
  }
}

// Safe as HTML: the server renders it from Markdown with raw HTML switched off.
function words(html) {
  const made = h("div", {});
  made.innerHTML = html;
  return made;
}

function example({ scene, caption }, theme) {
  const svg = s("svg", { class: "scene", role: "img", "aria-label": scene.title });
  new Drawing(svg).draw(scene, { animate: false });
  const colour = () => setPalette(svg, scene, theme.dark);
  theme.addEventListener("change", colour, { signal: visit.signal });
  colour();
  return h("figure", {}, svg, h("figcaption", {}, caption));
}
