// What the browser keeps: the session, the game in case the server forgets it, choices, past games.

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
    // Full, or forbidden: the page works without.
  }
}

// A game once, the newest first.
export function keepGame(game) {
  const games = keptGames();
  if (!games.some((other) => other.link === game.link))
    write("games", [game, ...games].slice(0, MOST_GAMES));
}

export const keptGames = () => read("games", []);

export function forgetGame(link) {
  write(
    "games",
    keptGames().filter((game) => game.link !== link),
  );
}
