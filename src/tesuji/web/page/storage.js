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

// Saves a game once, the newest first.
export function saveGame(game) {
  const games = savedGames();
  if (!games.some((other) => other.link === game.link))
    write("games", [game, ...games].slice(0, MOST_GAMES));
}

export const savedGames = () => read("games", []);

export function forgetGame(link) {
  write(
    "games",
    savedGames().filter((game) => game.link !== link),
  );
}
