// The bar beside the board: the win probability of the first player.

import { h } from "./dom.js";
import { percent } from "./numbers.js";

// Without a value, the bar is even and says nothing.
export function showValue(bar, { value, player, palette }) {
  if (!bar.firstChild) bar.append(h("div", { class: "share" }), h("span", { class: "value" }));
  const known = typeof value === "number";
  bar.style.background = palette.player1;
  bar.firstChild.style.background = palette.player0;
  bar.firstChild.style.setProperty("--part", known ? value : 0.5);
  bar.lastChild.textContent = known ? percent(value) : "";
  bar.lastChild.hidden = !known;
  bar.setAttribute("role", "img");
  bar.setAttribute(
    "aria-label",
    `Win probability of ${player}${known ? `: ${percent(value)}` : ""}`,
  );
}
