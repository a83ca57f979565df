// Steps through the games of a report: buttons, arrow keys, and the moves themselves.
"use strict";
const data = JSON.parse(document.getElementById("positions").textContent);
for (const figure of document.querySelectorAll("figure.game")) {
  const frames = data.games[Number(figure.dataset.game)];
  const board = figure.querySelector(".board");
  const moves = [...figure.querySelectorAll(".moves li")];
  const list = figure.querySelector(".moves");
  const count = figure.querySelector("output");
  let now = frames.length - 1;
  const show = (wanted) => {
    now = Math.max(0, Math.min(frames.length - 1, wanted));
    board.innerHTML = frames[now].map((line) => data.shapes[line]).join("\n");
    count.textContent = `${now} / ${frames.length - 1}`;
    moves.forEach((move, number) => move.classList.toggle("now", number === now - 1));
    if (now > 0) {
      const move = moves[now - 1];
      list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else {
      list.scrollTop = 0;
    }
  };
  const steps = {
    first: () => 0,
    previous: () => now - 1,
    next: () => now + 1,
    last: () => frames.length - 1,
  };
  for (const button of figure.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => show(steps[button.dataset.step]()));
  }
  moves.forEach((move, number) => move.addEventListener("click", () => show(number + 1)));
  figure.addEventListener("keydown", (event) => {
    const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
    if (event.key in keys) {
      event.preventDefault();
      show(steps[keys[event.key]]());
    }
  });
  show(now);
}
