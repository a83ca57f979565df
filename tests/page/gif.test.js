import assert from "node:assert/strict";
import { test } from "node:test";

import { Gif } from "../../src/tesuji/web/page/gif.js";
import { captionOf } from "../../src/tesuji/web/page/game_animation.js";

// Reads a GIF back: the pixels of each frame as it is shown, and its seconds.
function decoded(file) {
  const word = (at) => file[at] | (file[at + 1] << 8);
  const [width, height] = [word(6), word(8)];
  const colour = (index) => [...file.subarray(13 + 3 * index, 16 + 3 * index)];
  const shown = new Array(width * height).fill(null);
  const frames = [];
  let at = 13 + 3 * 256;
  let seconds = 0;
  const blocks = () => {
    const bytes = [];
    for (; file[at] !== 0; at += 1 + file[at])
      bytes.push(...file.subarray(at + 1, at + 1 + file[at]));
    at += 1;
    return bytes;
  };
  while (file[at] !== 0x3b) {
    if (file[at] === 0x21) {
      if (file[at + 1] === 0xf9) seconds = word(at + 4) / 100;
      at += 2;
      blocks();
      continue;
    }
    assert.equal(file[at], 0x2c);
    const [x, y, wide, high] = [1, 3, 5, 7].map((offset) => word(at + offset));
    assert.equal(file[at + 10], 8);
    at += 11;
    const indices = unpacked(blocks());
    assert.equal(indices.length, wide * high);
    indices.forEach((index, place) => {
      if (index === 0) return;
      const [column, row] = [x + (place % wide), y + Math.floor(place / wide)];
      shown[row * width + column] = colour(index);
    });
    frames.push({ seconds, size: wide * high, pixels: [...shown] });
  }
  assert.equal(at, file.length - 1);
  return { width, height, frames };
}

function unpacked(bytes) {
  let [table, bits, kept, count, at] = [[], 9, 0, 0, 0];
  let before = null;
  const found = [];
  for (;;) {
    for (; count < bits; count += 8) kept |= bytes[at++] << count;
    const code = kept & ((1 << bits) - 1);
    kept >>>= bits;
    count -= bits;
    if (code === 257) return found;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, index) => [index]);
      [bits, before] = [9, null];
      continue;
    }
    const entry = table[code] ?? [...before, before[0]];
    found.push(...entry);
    if (before !== null && table.length < 4096) table.push([...before, entry[0]]);
    if (table.length === 1 << bits && bits < 12) bits += 1;
    before = entry;
  }
}

const picture = (width, height, paint) => {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < width * height; at += 1)
    pixels.set([...paint(at % width, Math.floor(at / width)), 255], 4 * at);
  return pixels;
};
const colours = (pixels) =>
  Array.from({ length: pixels.length / 4 }, (_, at) => [...pixels.slice(4 * at, 4 * at + 3)]);

test("every frame comes back, and only what changes is stored", () => {
  const [width, height] = [130, 90];
  // Every pixel differs from its neighbours, so that the codes get long and begin again.
  const noise = picture(width, height, (x, y) => [(7 * x * x + 3 * y * x) % 13, 0, (x * y) % 11]);
  const changed = noise.slice();
  changed.set([1, 0, 2], 4 * (5 * width + 60));
  const gif = new Gif({ width, height, samples: [noise] });
  gif.add(noise, 0.5);
  gif.add(changed, 1);
  gif.add(changed, 3);
  const { frames, ...size } = decoded(gif.file());
  assert.deepEqual(size, { width, height });
  assert.deepEqual(frames[0].pixels, colours(noise));
  assert.deepEqual(frames[1].pixels, colours(changed));
  assert.deepEqual(frames[2].pixels, colours(changed));
  assert.deepEqual(
    frames.map(({ seconds, size }) => [seconds, size]),
    [
      [0.5, width * height],
      [1, 1],
      [3, 1],
    ],
  );
});

test("too many colours become the nearest of the most frequent", () => {
  const many = picture(64, 64, (x, y) => (y < 40 ? [200, 10, 10] : [4 * x, 4 * y, 0]));
  const gif = new Gif({ width: 64, height: 64, samples: [many] });
  gif.add(many, 1);
  const [{ pixels }] = decoded(gif.file()).frames;
  assert.deepEqual(pixels[0], [200, 10, 10]);
  colours(many).forEach(([red, green], at) => {
    assert.ok(Math.hypot(red - pixels[at][0], green - pixels[at][1]) < 90);
  });
});

test("a caption names the players, the moves and the result", () => {
  const state = {
    ...{ ply: 3, players: ["White", "Black"], seats: [{ name: "You" }, { name: "Ben" }] },
    ...{
      entries: [
        ["d3", null, null, "⚂"],
        ["a1", 0],
        ["b2", 1],
      ],
    },
    ...{ ending: { winner: 1, reason: "resignation", end: "adjudicated" }, scene: {} },
  };
  const captions = [0, 1, 2, 3].map((ply) => captionOf(state, ply));
  assert.deepEqual(captions, ["White – Ben", "⚂", "White: a1", "Ben wins"]);
  assert.equal(captionOf({ ...state, ending: null }, 3), "Ben: b2");
});
