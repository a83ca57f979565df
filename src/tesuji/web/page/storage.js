// Local storage: the session, the current game, the player's choices, and past games.

const PREFIX = "tesuji.";
const MOST_GAMES = 60;

export function read(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden; the page works without it.
  }
}

// The secret of a session. Each tab has its own, so that two tabs can play each other; a new tab
// begins with the last one.
export function readSecret() {
  try {
    return sessionStorage.getItem(`${PREFIX}session`) ?? read("session", "");
  } catch {
    return read("session", "");
  }
}

export function writeSecret(secret) {
  write("session", secret);
  try {
    sessionStorage.setItem(`${PREFIX}session`, secret);
  } catch {
    // Forbidden; then all tabs share one secret.
  }
}

// Saves a game once, the newest first.
export function saveGame(game) {
  const games = savedGames();
  if (!games.some((other) => other.link === game.link))
    write("games", [game, ...games].slice(0, MOST_GAMES));
}

export const savedGames = () =>
  read("games", []).map((game) =>
    game.again ? { ...game, again: upgradedGame(game.again) } : game,
  );

// The current game, in case the server forgets it.
export function currentGame() {
  const game = read("game", null);
  return game && upgradedGame(game);
}

// The unfinished game with somebody on another device, in case the server forgets it; null is none.
export const keepSharedGame = (game) => write("shared", game);

// Moves the game with somebody else to the list of saved games; returns it, or null.
export function saveSharedGame() {
  const game = read("shared", null);
  if (game !== null) saveGame(game);
  keepSharedGame(null);
  return game;
}

// The choices for a new game.
export function savedChoice(otherwise) {
  const choice = read("choice", otherwise);
  for (const name of ["opponent", "other"])
    if (choice[name]) choice[name] = choice[name].replace(/^level (\d+)$/, "level-$1");
  return choice;
}

// Version 0.1 had levels as a kind of player of their own; they are agents now.
function upgradedGame(game) {
  const seats = game.seats.map(({ level, ...seat }) =>
    seat.kind === "level" ? { ...seat, kind: "agent", spec: `level-${level}`, seconds: 0 } : seat,
  );
  return { ...game, seats };
}

export function forgetGame(link) {
  write(
    "games",
    savedGames().filter((game) => game.link !== link),
  );
}
