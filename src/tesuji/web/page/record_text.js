// Game records as text.

// The first record of a text: it ends where the headers of the next one begin.
export function firstRecord(text) {
  const lines = text.split("\n");
  let moves = false;
  const end = lines.findIndex((line) => {
    const header = line.trimStart().startsWith("[");
    if (header && moves) return true;
    moves ||= !header && line.trim() !== "";
    return false;
  });
  return end < 0 ? text : lines.slice(0, end).join("\n");
}
