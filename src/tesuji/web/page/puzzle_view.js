// The puzzles: one's own mistakes that are due, and positions that a solver knows.

import { h } from "./dom.js";
import { exactBadge } from "./exact.js";
import { nextDueText } from "./leitner.js";
import { percent } from "./numbers.js";
import { answerMistake, dueMistakes, ownMistakes } from "./own_mistakes.js";
import {
  FIRST_PROGRESS,
  gradeText,
  nextPuzzle,
  progressAfter,
  slowText,
  taskText,
  wrongText,
} from "./puzzle_choice.js";
import { read, write } from "./storage.js";
import { StudyBoard } from "./study_board.js";

const button = (text, act, attributes = {}) =>
  h("button", { type: "button", onclick: act, ...attributes }, text);

export class PuzzleView {
  constructor(host, { connection, model, theme, showError, now = Date.now }) {
    Object.assign(this, { host, connection, model, theme, showError, now });
    this.study = new StudyBoard("puzzle-board", {
      ...{ connection, theme },
      play: (move) => this.attempt(move),
    });
    this.games = h("select", { id: "puzzle-game", "aria-label": "Game" });
    this.games.addEventListener("change", () => {
      location.hash = `#puzzles=${encodeURIComponent(this.games.value)}`;
    });
    this.grade = h("div", { class: "grade soft" });
    this.actions = h("div", { class: "actions thumb" });
    this.counts = h("p", { class: "soft counts" });
    host.replaceChildren(
      this.study.element,
      h(
        "aside",
        { class: "panel", "aria-label": "Puzzle" },
        h(
          "div",
          { class: "pane" },
          h("div", { class: "controls" }, h("h2", { class: "grow" }, "Puzzles"), this.games),
          this.actions,
          this.grade,
          this.counts,
        ),
      ),
    );
  }

  // Shows the puzzles of a game; by default of the game that was shown or played last.
  async show(game) {
    const { games, state } = this.model;
    const names = games.map(({ name }) => name);
    const name = [game, this.name, state?.name].find((each) => names.includes(each)) ?? names[0];
    this.games.replaceChildren(
      ...games.map((each) => h("option", { value: each.name }, each.title)),
    );
    this.games.value = name;
    if (name === this.name && this.current) return;
    this.name = name;
    this.current = null;
    try {
      const found = await this.connection.ask("puzzles", { game: name });
      if (this.name !== name) return;
      this.set = found;
      this.next();
    } catch (error) {
      this.showError(error);
    }
  }

  leave() {
    this.study.stopLine();
  }

  get progress() {
    return { ...FIRST_PROGRESS, ...read("puzzles", {})[this.name] };
  }

  set progress(progress) {
    write("puzzles", { ...read("puzzles", {}), [this.name]: progress });
  }

  // Own mistakes come first, because their day has come.
  next() {
    const [mistake] = dueMistakes(this.name, this.now());
    const puzzle = mistake
      ? null
      : nextPuzzle(this.set.puzzles, this.progress, this.current?.position);
    if (mistake) this.begin({ ...mistake, mistake, kind: "own", to_move: mistake.player });
    else if (puzzle) this.begin({ ...puzzle, game: this.set.game, moves: [], puzzle });
    else this.showNone();
    this.showCounts();
  }

  // `line` are the moves made since the puzzle began.
  async begin(puzzle) {
    this.current = { ...puzzle, line: [], right: 0, first: true };
    const side = this.set.players[puzzle.to_move];
    this.study.task.textContent =
      puzzle.kind === "own"
        ? `${side} to move. You played ${puzzle.played} here: find a better move.`
        : taskText(puzzle, side);
    this.grade.replaceChildren(...(puzzle.puzzle ? this.gradeParts(puzzle) : [OWN]));
    this.study.begin({ ...puzzle, player: puzzle.to_move });
    await this.open();
  }

  gradeParts(puzzle) {
    const bars = puzzle.fails.map((rate, index) => {
      const bar = h("i", {});
      bar.style.setProperty("--part", rate);
      const title = `Level ${index + 1} fails ${percent(rate)} of the time`;
      return h("span", { title }, bar, h("small", {}, index + 1));
    });
    return [
      h("p", {}, gradeText(puzzle)),
      h(
        "div",
        {
          class: "fails",
          role: "img",
          "aria-label": `Failures of levels 1 to ${bars.length}: ${puzzle.fails.map(percent).join(", ")}`,
        },
        ...bars,
      ),
      h("small", {}, "How often each level fails"),
    ];
  }

  get made() {
    return [...this.current.moves, ...this.current.line];
  }

  // Lets the person move.
  async open(...said) {
    this.say(said, [this.solutionButton()]);
    this.study.stop();
    try {
      await this.study.show(this.made, { open: true });
    } catch (error) {
      this.fail(error);
    }
  }

  say(parts, buttons) {
    this.study.feedback.replaceChildren(...parts);
    this.actions.replaceChildren(...buttons);
  }

  nextButton() {
    return button("Next puzzle", () => this.next(), { class: "main" });
  }

  solutionButton() {
    return button("Show the solution", () => this.showSolution());
  }

  fail(error) {
    this.showError(error);
    if (this.current?.mistake)
      this.say([h("p", {}, "This position cannot be shown.")], [this.dropButton()]);
  }

  dropButton() {
    return button("Forget this mistake", () => {
      // As if it were learned: it does not come back.
      answerMistake({ ...this.current, card: { box: Infinity } }, true, this.now());
      this.next();
    });
  }

  async ask(move) {
    const { game, position } = this.current;
    return this.connection.ask("attempt", { game, position, moves: this.made, move });
  }

  async attempt(move) {
    const { current, made } = this;
    this.say([h("p", {}, "Checking ", h("b", {}, move), " …")], []);
    this.study.show([...made, move]).catch(() => {});
    try {
      const found = await this.ask(move);
      if (current !== this.current) return;
      if (found.good) this.right(found);
      else if (found.slow) this.slow(found);
      else this.wrong(found, made);
    } catch (error) {
      if (current !== this.current) return;
      this.showError(error);
      this.open();
    }
  }

  // A right move; a longer win goes on after the answer of the other side.
  right({ move, line, exact, over }) {
    const { current } = this;
    current.right += 1;
    const goesOn = current.in > current.right && !over && line.length > 1;
    const said = [h("b", { class: "good" }, move), " is right.", exact ? exactBadge() : ""];
    if (goesOn) {
      const [, reply] = line;
      current.line = [...current.line, move, reply];
      this.open(h("p", {}, ...said, ` The answer is ${reply}. Continue.`));
      return;
    }
    if (current.in && !over) {
      this.slow({ move });
      return;
    }
    this.count(true);
    this.say([h("p", {}, ...said, " Solved.")], [this.nextButton()]);
  }

  // A move that wins too, but later than the puzzle asks for.
  slow({ move }) {
    this.count(false);
    this.current.right = 0;
    this.current.line = [];
    this.say(
      [h("p", {}, h("b", { class: "bad" }, move), ` ${slowText(this.current)}`)],
      this.againButtons(),
    );
  }

  wrong({ move, line, lost, exact, over }, made) {
    this.count(false);
    const answer = line.slice(1).join(" ");
    const why = answer ? `: ${answer}` : over ? ": the game is over." : ".";
    this.say(
      [
        h(
          "p",
          {},
          h("b", { class: "bad" }, move),
          ` ${wrongText({ lost }, this.current.kind)}${why} `,
          exact ? exactBadge() : "",
        ),
      ],
      this.againButtons(),
    );
    this.study.playLine(made, line).catch(this.showError);
  }

  againButtons() {
    return [
      button("Try again", () => this.open(), { class: "main" }),
      this.solutionButton(),
      button("Next puzzle", () => this.next()),
    ];
  }

  async showSolution() {
    const { current, made } = this;
    this.say([h("p", {}, "Looking for the solution …")], []);
    try {
      const { best, solution } = await this.ask();
      if (current !== this.current) return;
      this.count(false);
      const others = best.length > 1 ? ` (or ${best.slice(1, 4).join(", ")})` : "";
      this.say(
        [h("p", {}, "The solution is ", h("b", {}, best[0]), `${others}.`)],
        [button("Try again", () => this.open()), this.nextButton()],
      );
      this.study.playLine(made, solution).catch(this.showError);
    } catch (error) {
      if (current !== this.current) return;
      this.showError(error);
      this.open();
    }
  }

  // Only the first answer counts.
  count(good) {
    const { current } = this;
    if (!current.first) return;
    current.first = false;
    if (current.mistake) answerMistake(current.mistake, good, this.now());
    else this.progress = progressAfter(this.progress, current.position, good);
    this.showCounts();
  }

  showCounts() {
    const { streak, best, solved } = this.progress;
    const { puzzles } = this.set;
    const known = puzzles.filter(({ position }) => solved.includes(position)).length;
    const cards = ownMistakes().filter(({ name }) => name === this.name);
    const due = nextDueText(
      cards.map(({ card }) => card),
      this.now(),
    );
    const own = cards.length ? ` Own mistakes: ${cards.length}, next due ${due}.` : "";
    this.counts.replaceChildren(
      h("b", { class: "streak" }, `Streak ${streak}`),
      `, best ${best}. Solved ${known} of ${puzzles.length}.${own}`,
    );
  }

  showNone() {
    const none = this.set.puzzles.length === 0;
    this.current = null;
    this.grade.replaceChildren();
    this.study.task.textContent = none
      ? "There are no puzzles for this game yet. Review a game: your mistakes become puzzles."
      : "You have solved every puzzle of this game.";
    const again = button("Start again", () => {
      this.progress = { ...this.progress, solved: [], tries: {} };
      this.next();
    });
    this.say([], none ? [] : [again]);
  }
}

const OWN = "From your own games. Mistakes come back after 1, 2, 4, 8 and 16 days until learned.";
