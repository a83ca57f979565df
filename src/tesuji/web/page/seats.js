// Seats: which side this page plays, alone or with somebody on another device.

import { calledNames, onlyPerson } from "./result_text.js";

// The side of the person at this page; null for spectators, and for two people at one screen.
export function ownSide(state) {
  return state.shared ? (state.you[0] ?? null) : onlyPerson(state.seats);
}

export const isSpectator = (state) => state.you.length === 0;

// The seat of the other player.
export const otherSeat = ({ you }) => (you.length === 1 ? 1 - you[0] : 1);

// Whether this page may invite somebody to the other seat: it is vacant, or its player is absent
// and no game goes on.
export function mayInvitePlayer(state) {
  const { seats, you, joined, present, entries, ending } = state;
  if (isSpectator(state) || seats.some(({ kind }) => kind !== "person")) return false;
  if (you.length === 2) return ending === null;
  const other = otherSeat(state);
  const isIdle = ending !== null || entries.every(([, player]) => player === null);
  return !joined[other] || (isIdle && !present[other]);
}

// Whether an invitation has been used (the player came, a spectator did, or the seat moved) or an
// agent has the seat now.
export function isUsed(invited, { shared, you, present, seats, spectators }) {
  const { seat } = invited;
  if (seat === null) return spectators > invited.spectators;
  return seats[seat].kind !== "person" || (shared && !you.includes(seat) && present[seat]);
}

// Whether somebody at this page may make the next move.
export function mayMove(state) {
  if (state.to_move === null || state.seats[state.to_move].kind !== "person") return false;
  if (state.shared && state.paused) return false;
  return state.you.includes(state.to_move);
}

// Why a study has to wait, or null: nobody gets advice in a game between people.
export function studyRefusal(state) {
  if (isSpectator(state)) return "Spectators only watch. Copy the link to study the game yourself.";
  if (state.shared && state.ending === null)
    return "You can analyse and review a game against somebody when it is over.";
  return null;
}

// Why puzzles have to wait, or null: their answers would be advice about any position.
export const puzzleRefusal = ({ shared, ending }) =>
  shared && ending === null ? "Puzzles have to wait until the game is over." : null;

// Who plays and who watches a shared game, in sentences.
export function peopleText(state) {
  const { you, joined, present, players } = state;
  const names = calledNames(state);
  const parts = [
    isSpectator(state)
      ? `You are watching ${names.join(" against ")}.`
      : `You play ${players[you[0]]} against ${names[1 - you[0]]}.`,
  ];
  for (const seat of [0, 1].filter((seat) => !you.includes(seat))) {
    if (!joined[seat]) parts.push(`${players[seat]} has not joined yet.`);
    else if (!present[seat]) parts.push(`${names[seat]} is not connected.`);
  }
  const others = state.spectators - isSpectator(state);
  if (others) {
    const count = others === 1 ? "One spectator" : `${others} spectators`;
    parts.push(isSpectator(state) ? `${others} more watching.` : `${count}.`);
  }
  return parts.join(" ");
}

// The token of an invitation in a fragment, or null.
export function tokenOf(fragment) {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("join");
}

// The address that invites somebody.
export const invitationAddress = (token, base) => `${base}#${new URLSearchParams({ join: token })}`;

// What a proposal asks for, as the rest of a sentence that begins with a player's name.
export function proposalText({ kind, title }) {
  const said = {
    undo: "wants to take a move back.",
    swap: "wants to swap sides.",
    pause: "wants to pause.",
    continue: "wants to continue.",
    record: "wants to open another game.",
  };
  return (
    said[kind] ?? `wants to ${kind === "new" ? "play a new game of" : "open a game of"} ${title}.`
  );
}
