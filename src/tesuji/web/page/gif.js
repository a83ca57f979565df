// Animated GIF pictures: a palette of at most 255 colours, and the part of each frame that changes.

const MOST_COLOURS = 255;
// The first colour index has no colour: it is what the frame before showed.
const SAME = 0;
const CODE_BITS = 8;
const MOST_CODES = 4096;

// A picture that grows frame by frame. `samples` are frames that have all colours.
export class Gif {
  constructor({ width, height, samples }) {
    Object.assign(this, { width, height, before: null });
    this.palette = new Palette(samples);
    this.out = new Bytes();
    this.out.text("GIF89a");
    this.out.words(width, height);
    // A global table of 256 colours; no background, square pixels.
    this.out.bytes(0xf7, 0, 0);
    this.out.bytes(...this.palette.table());
    // Repeats forever.
    this.out.bytes(0x21, 0xff, 11);
    this.out.text("NETSCAPE2.0");
    this.out.bytes(3, 1, 0, 0, 0);
  }

  // Adds a frame of RGBA pixels that is shown for some seconds.
  add(pixels, seconds) {
    const { width, height, before, out } = this;
    const indices = this.palette.indices(pixels);
    const { x, y, wide, high } = changedArea(indices, before, width, height);
    const part = new Uint8Array(wide * high);
    for (let row = 0; row < high; row += 1)
      for (let column = 0; column < wide; column += 1) {
        const at = (y + row) * width + x + column;
        part[row * wide + column] = before?.[at] === indices[at] ? SAME : indices[at];
      }
    // The next frame is drawn over this one; one index is transparent; time in hundredths.
    out.bytes(0x21, 0xf9, 4, 0x05);
    out.words(Math.round(100 * seconds));
    out.bytes(SAME, 0);
    out.bytes(0x2c);
    out.words(x, y, wide, high);
    out.bytes(0, CODE_BITS);
    const packed = compressed(part);
    for (let at = 0; at < packed.length; at += 255) {
      const block = packed.slice(at, at + 255);
      out.bytes(block.length, ...block);
    }
    out.bytes(0);
    this.before = indices;
  }

  file() {
    return Uint8Array.from([...this.out.values, 0x3b]);
  }
}

// The smallest rectangle with everything that differs from the frame before.
function changedArea(indices, before, width, height) {
  if (before === null) return { x: 0, y: 0, wide: width, high: height };
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0; at < indices.length; at += 1)
    if (indices[at] !== before[at]) {
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  if (right < 0) return { x: 0, y: 0, wide: 1, high: 1 };
  return { x: left, y: top, wide: right - left + 1, high: bottom - top + 1 };
}

// The most frequent colours, as boards have few; others become the nearest of them.
class Palette {
  constructor(pictures) {
    const counts = new Map();
    for (const pixels of pictures)
      for (let at = 0; at < pixels.length; at += 4) {
        const colour = colourAt(pixels, at);
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
    this.colours = [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST_COLOURS)
      .map(([colour]) => colour);
    this.known = new Map(this.colours.map((colour, index) => [colour, index + 1]));
  }

  table() {
    const table = new Uint8Array(3 * 256);
    this.colours.forEach((colour, index) => table.set(channels(colour), 3 * (index + 1)));
    return table;
  }

  indices(pixels) {
    const found = new Uint8Array(pixels.length / 4);
    let [last, index] = [-1, 0];
    for (let at = 0; at < found.length; at += 1) {
      const colour = colourAt(pixels, 4 * at);
      // Most pixels have the colour of their neighbour.
      if (colour !== last) {
        if (!this.known.has(colour)) this.known.set(colour, this.nearest(colour));
        [last, index] = [colour, this.known.get(colour)];
      }
      found[at] = index;
    }
    return found;
  }

  nearest(colour) {
    const [red, green, blue] = channels(colour);
    let [best, least] = [0, Infinity];
    this.colours.forEach((other, index) => {
      const [r, g, b] = channels(other);
      const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (distance < least) [best, least] = [index + 1, distance];
    });
    return best;
  }
}

const colourAt = (pixels, at) => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

// The indices in the variable-length codes of LZW.
function compressed(indices) {
  const [clear, end] = [1 << CODE_BITS, (1 << CODE_BITS) + 1];
  const out = new Bits();
  let codes = new Map();
  let bits = CODE_BITS + 1;
  let next = end + 1;
  out.put(clear, bits);
  let prefix = indices[0];
  for (const index of indices.subarray(1)) {
    const longer = (prefix << 8) | index;
    const code = codes.get(longer);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    out.put(prefix, bits);
    codes.set(longer, next);
    if (next === 1 << bits) bits += 1;
    next += 1;
    if (next === MOST_CODES) {
      out.put(clear, bits);
      codes = new Map();
      [bits, next] = [CODE_BITS + 1, end + 1];
    }
    prefix = index;
  }
  out.put(prefix, bits);
  out.put(end, bits);
  return out.array();
}

class Bits {
  constructor() {
    this.out = new Bytes();
    this.kept = 0;
    this.count = 0;
  }

  put(code, bits) {
    this.kept |= code << this.count;
    this.count += bits;
    for (; this.count >= 8; this.count -= 8) {
      this.out.bytes(this.kept & 255);
      this.kept >>>= 8;
    }
  }

  array() {
    if (this.count > 0) this.out.bytes(this.kept & 255);
    return this.out.values;
  }
}

class Bytes {
  constructor() {
    this.values = [];
  }

  bytes(...values) {
    for (const value of values) this.values.push(value);
  }

  // Numbers of two bytes, the low one first.
  words(...values) {
    for (const value of values) this.bytes(value & 255, value >> 8);
  }

  text(text) {
    this.bytes(...[...text].map((letter) => letter.charCodeAt(0)));
  }
}
