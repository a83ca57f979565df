// The game as an animated picture. The server draws each position; the browser makes them a GIF.

import { Gif } from "./gif.js";
import { calledNames, neutralHeadline } from "./result_text.js";

const SECONDS = 0.9;
const LAST_SECONDS = 3;
const CAPTION = 30;
const GROUND = "#fffefb";
const INK = "#23211e";

// Asks for the pictures of all positions and promises the file. `progress` gets the share made.
export async function gameAnimation({ state, picture, progress }) {
  const last = state.ply;
  const drawn = async (ply) => pixelsOf(await picture(ply), captionOf(state, ply));
  const samples = [await drawn(0), await drawn(last)];
  const [{ width, height }] = samples;
  const gif = new Gif({ width, height, samples: samples.map(({ data }) => data) });
  for (let ply = 0; ply <= last; ply += 1) {
    const frame = ply === last ? samples[1] : await drawn(ply);
    gif.add(frame.data, ply === last ? LAST_SECONDS : SECONDS);
    progress((ply + 1) / (last + 1));
  }
  return gif.file();
}

// The line below the board: the players, the move that was made, or the result.
export function captionOf(state, ply) {
  const { entries, ending } = state;
  const names = calledNames(state);
  if (ply === 0) return names.join(" – ");
  if (ply === state.ply && ending !== null) return neutralHeadline(state);
  const [move, player, , symbol] = entries[ply - 1];
  return player === null ? (symbol ?? move) : `${names[player]}: ${move}`;
}

async function pixelsOf(svg, caption) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { width, height } = image;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height: height + CAPTION });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.fillStyle = GROUND;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, width, height);
  context.fillStyle = INK;
  context.font = "15px system-ui, sans-serif";
  context.textAlign = "center";
  context.fillText(caption, width / 2, height + 0.6 * CAPTION, width - 20);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
