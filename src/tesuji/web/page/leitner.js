// Spaced repetition by boxes, after Leitner: what is solved comes back later each time.

export const DAY = 24 * 60 * 60 * 1000;
// Days until a card of each box comes back; a card that leaves the last box is learned.
const DAYS = [1, 2, 4, 8, 16];

// A card that is due at once.
export const newCard = (now) => ({ box: 0, due: now });

export const isDue = ({ due }, now) => due <= now;

// A card after an answer: one box further if it was right, else back in the first box. Null if it
// is learned.
export function answered({ box }, good, now) {
  if (!good) return { box: 0, due: now + DAYS[0] * DAY };
  return box < DAYS.length ? { box: box + 1, due: now + DAYS[box] * DAY } : null;
}

// When the next card is due, in words; empty without cards.
export function nextDueText(cards, now) {
  if (cards.length === 0) return "";
  const days = Math.ceil((Math.min(...cards.map(({ due }) => due)) - now) / DAY);
  if (days <= 0) return "now";
  return days === 1 ? "within a day" : `in ${days} days`;
}
