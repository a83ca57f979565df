// The page starts here: it connects, restores the game, and shows the view in the address.

import { LiveAnalysis } from "./live_analysis.js";
import { showError } from "./toasts.js";
import { byId } from "./dom.js";
import { showGames } from "./saved_games.js";
import { countResult } from "./level_record.js";
import { gameOfLink } from "./link.js";
import { Model } from "./model.js";
import { keepMistakes, mistakesOf } from "./own_mistakes.js";
import { NewGame } from "./new_game.js";
import { showRules } from "./rules.js";
import { ownSide, puzzleRefusal, studyRefusal, tokenOf } from "./seats.js";
import { Sounds, soundOf } from "./sounds.js";
import { GameView } from "./game_view.js";
import { Theme } from "./theme.js";
import { Connection } from "./connection.js";

const connection = new Connection();
const model = new Model(connection);
const theme = new Theme(byId("theme"));
const sounds = new Sounds(byId("sound"));
const analyst = new LiveAnalysis(connection, model);
const gameView = new GameView({ connection, model, analyst, theme, showError });
const newGame = new NewGame({ connection, model, theme, showError });
let shownView = null;
const TABS = ["play", "analyse", "review"];
const SHEETS = ["new", "games", "rules"];
// Views whose scripts are loaded when they are first opened.
const STUDIES = {
  puzzles: () => import("./puzzle_view.js").then(({ PuzzleView }) => PuzzleView),
  guide: () => import("./guide_view.js").then(({ GuideView }) => GuideView),
};
const VIEWS = [...TABS, ...SHEETS, ...Object.keys(STUDIES)];
const studies = {};

// Views

function route() {
  const fragment = location.hash.replace(/^#/, "");
  if (gameOfLink(fragment)) return openLink(fragment);
  if (takeToken()) return connection.join(connection.token);
  const [view, detail] = fragment.split(/=(.*)/s).map(decoded);
  const otherwise = fragment === "" && model.state.ply ? "play" : "new";
  // Without a game to play, there is one place to begin.
  if (view === "play" && !model.state.begun) show("new");
  else if (refusalOf(view)) refuse(refusalOf(view));
  else if (VIEWS.includes(view)) show(view, detail);
  else show(otherwise);
}

// Takes an invitation out of the address, where others could see it.
function takeToken() {
  const token = tokenOf(location.hash);
  if (token === null) return false;
  connection.token = token;
  history.replaceState(null, "", "#play");
  return true;
}

// Why a view cannot be shown now, or null.
function refusalOf(view) {
  if (view === "puzzles") return puzzleRefusal(model.state);
  return ["analyse", "review"].includes(view) ? studyRefusal(model.state) : null;
}

function refuse(text) {
  showError({ text });
  history.replaceState(null, "", "#play");
  show("play");
}

// People type addresses too: text that is not a valid encoding stands for itself.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function show(name, detail) {
  const view = TABS.includes(name) ? "game" : name;
  for (const each of ["game", ...SHEETS, ...Object.keys(STUDIES)])
    byId(`view-${each}`).hidden = each !== view;
  for (const link of document.querySelectorAll(".bar nav a")) {
    const here = link.getAttribute("href") === `#${name}`;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  gameView.setTab(TABS.includes(name) ? name : null);
  if (name === "new") newGame.show(detail);
  if (name === "games") showGames(byId("view-games"), { model, showError });
  if (name === "rules")
    showRules(byId("view-rules"), { connection, model, theme, game: detail, showError });
  for (const other of Object.keys(studies)) if (other !== name) studies[other].leave();
  if (STUDIES[name]) showStudy(name, detail).catch(showError);
  document.title = name === "play" && model.state ? `${model.state.title} · Tesuji` : "Tesuji";
  if (view !== shownView) scrollTo(0, 0);
  shownView = view;
}

async function showStudy(name, detail) {
  const View = await STUDIES[name]();
  studies[name] ??= new View(byId(`view-${name}`), { connection, model, theme, showError });
  if (shownView === name) await studies[name].show(detail);
}

function openLink(fragment) {
  if (model.state.shared || model.state.you.length < 2) {
    showError({ text: "Leave the game with others first; then open the link again." });
    history.replaceState(null, "", "#play");
    return route();
  }
  model.replace("open", gameOfLink(fragment)).then(
    () => {
      history.replaceState(null, "", "#review");
      model.go({ ply: 0 });
      route();
    },
    (error) => {
      showError(error);
      history.replaceState(null, "", "#new");
      route();
    },
  );
}

function restore({ fresh }) {
  byId("offline").hidden = true;
  const asked = model.restore(fresh);
  if (asked === null) return;
  restored = asked.catch(showError);
  if (begun) restored.then(route);
}

let begun = false;
let restored = Promise.resolve();
model.addEventListener("lost", () =>
  showError({
    text: "The server no longer has your game with the other player. It is under Games.",
  }),
);
model.addEventListener("welcome", (event) => restore(event.detail));
model.addEventListener("state", () => {
  if (!begun) {
    begun = true;
    restored.then(route);
  } else if (location.hash === "#play" && (shownView === "new") === model.state.begun) route();
});
model.addEventListener("state", ({ detail }) => {
  countResult(detail.before, model.state);
  if (shownView === "game") sounds.play(soundOf(detail.before, model.state, ownSide(model.state)));
});
model.addEventListener("review", ({ detail }) => {
  if (detail.done && !detail.stopped)
    keepMistakes(mistakesOf(model.review, model.state), Date.now());
});
addEventListener("hashchange", () => begun && route());
connection.on("close", () => (byId("offline").hidden = false));
connection.on("error", showError);
takeToken();
connection.connect();
