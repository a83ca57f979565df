// Links: a whole game in the fragment of an address, which browsers do not send to servers.

// Saved games keep the names of the seats, such as "You"; a link for others has other names.
export function linkOf(state, names = state.seats.map(({ name }) => name)) {
  const fields = new URLSearchParams({
    game: state.game,
    start: state.start,
    moves: state.entries.map(([move]) => move).join(" "),
    first: names[0],
    second: names[1],
  });
  if (state.ending !== null && state.ending.end !== "rules") {
    fields.set("winner", state.ending.winner ?? -1);
    fields.set("reason", state.ending.reason);
  }
  return `#${fields}`;
}

// The fields of an `open` message, or null if the fragment holds no game.
export function gameOfLink(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!fields.has("game") || !fields.has("start")) return null;
  const said = {
    game: fields.get("game"),
    start: fields.get("start"),
    moves: (fields.get("moves") ?? "").split(" ").filter(Boolean),
  };
  if (fields.has("first") && fields.has("second"))
    said.names = [fields.get("first"), fields.get("second")];
  if (fields.has("winner")) {
    said.winner = Number(fields.get("winner"));
    said.reason = fields.get("reason") ?? "";
  }
  return said;
}

export const addressOf = (link) => `${location.origin}${location.pathname}${link}`;
