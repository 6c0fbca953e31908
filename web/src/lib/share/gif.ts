// Encoding of animated GIFs: one palette by median cut, frames that store only what changed, and LZW.

/** A picture, four bytes per pixel, and how long it is shown. */
export interface Frame {
  pixels: Uint8ClampedArray;
  delay_ms: number;
}

/** Palette entries. The last one is transparent: the pixel of the frame before stays. */
const COLOURS = 255;
const TRANSPARENT = 255;
/** Colours are counted with this many bits per channel. */
const BITS = 5;
const BINS = 1 << (3 * BITS);

const binOf = (pixels: ArrayLike<number>, at: number) =>
  ((pixels[at]! >> 3) << 10) | ((pixels[at + 1]! >> 3) << 5) | (pixels[at + 2]! >> 3);

interface Bin {
  count: number;
  /** Sums of the channels. */
  sums: [number, number, number];
}

function binsOf(frames: readonly Frame[]): Map<number, Bin> {
  const bins = new Map<number, Bin>();
  for (const { pixels } of frames) {
    for (let at = 0; at < pixels.length; at += 4) {
      const key = binOf(pixels, at);
      let bin = bins.get(key);
      if (!bin) bins.set(key, (bin = { count: 0, sums: [0, 0, 0] }));
      bin.count++;
      for (let c = 0; c < 3; c++) bin.sums[c]! += pixels[at + c]!;
    }
  }
  return bins;
}

type Entry = [key: number, bin: Bin];

const mean = ([, { count, sums }]: Entry, channel: number) => sums[channel]! / count;

/** A set of colours that get one palette entry, unless it is split. */
class Box {
  /** The channel in which the colours differ most. */
  readonly channel: number = 0;
  /** The number of pixels. */
  readonly count: number;
  /** Large boxes of different colours are split first; flat ones need no further entries. */
  readonly worth: number = 0;

  constructor(readonly entries: Entry[]) {
    this.count = entries.reduce((sum, [, { count }]) => sum + count, 0);
    for (let channel = 0; channel < 3; channel++) {
      let [least, most] = [255, 0];
      for (const entry of entries) {
        const value = mean(entry, channel);
        [least, most] = [Math.min(least, value), Math.max(most, value)];
      }
      const worth = (most - least) * Math.log2(1 + this.count);
      if (worth > this.worth) [this.channel, this.worth] = [channel, worth];
    }
  }

  /** Splits at the median of the pixels. */
  split(): [Box, Box] {
    const sorted = this.entries.toSorted((a, b) => mean(a, this.channel) - mean(b, this.channel));
    let [seen, cut] = [0, 0];
    while (cut < sorted.length - 1 && seen < this.count / 2) seen += sorted[cut++]![1].count;
    cut = Math.max(1, cut);
    return [new Box(sorted.slice(0, cut)), new Box(sorted.slice(cut))];
  }

  colour(): number[] {
    return [0, 1, 2].map((c) =>
      Math.round(this.entries.reduce((sum, [, { sums }]) => sum + sums[c]!, 0) / this.count),
    );
  }
}

/** Chooses a palette by median cut. Returns its colours, and the entry of each counted colour. */
export function palette(frames: readonly Frame[]): { colours: Uint8Array; entries: Uint8Array } {
  const boxes = [new Box([...binsOf(frames)])];
  while (boxes.length < COLOURS) {
    const best = boxes.reduce((a, b) => (b.worth > a.worth ? b : a));
    if (best.entries.length < 2 || !best.worth) break;
    boxes.splice(boxes.indexOf(best), 1, ...best.split());
  }
  const colours = new Uint8Array(3 * 256);
  const entries = new Uint8Array(BINS);
  boxes.forEach((box, entry) => {
    colours.set(box.colour(), 3 * entry);
    for (const [key] of box.entries) entries[key] = entry;
  });
  return { colours, entries };
}

/** A growing array of bytes. */
class Bytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  push(...more: number[]): void {
    for (const byte of more) {
      if (this.#length === this.#bytes.length) {
        const grown = new Uint8Array(2 * this.#length);
        grown.set(this.#bytes);
        this.#bytes = grown;
      }
      this.#bytes[this.#length++] = byte;
    }
  }

  word(value: number): void {
    this.push(value & 255, value >> 8);
  }

  all(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}

const CODE_BITS = 8;
const CLEAR = 1 << CODE_BITS;
const MOST_CODES = 4096;

/** Writes bytes as LZW codes in blocks of at most 255 bytes. */
function compress(indices: Uint8Array, out: Bytes): void {
  out.push(CODE_BITS);
  const block: number[] = [];
  let [held, bits] = [0, 0];
  const flush = () => {
    if (block.length) out.push(block.length, ...block.splice(0));
  };
  const write = (code: number, width: number) => {
    held |= code << bits;
    bits += width;
    while (bits >= 8) {
      block.push(held & 255);
      held >>>= 8;
      bits -= 8;
      if (block.length === 255) flush();
    }
  };
  // The code of each known sequence, by the code of all but its last byte and that byte.
  const codes = new Uint16Array(MOST_CODES << 8);
  let [next, width] = [CLEAR + 2, CODE_BITS + 1];
  write(CLEAR, width);
  let prefix = indices[0]!;
  for (let at = 1; at < indices.length; at++) {
    const byte = indices[at]!;
    const known = codes[(prefix << 8) | byte]!;
    if (known) {
      prefix = known;
      continue;
    }
    write(prefix, width);
    if (next < MOST_CODES) {
      codes[(prefix << 8) | byte] = next;
      // A decoder is one code behind.
      if (next === 1 << width) width++;
      next++;
    } else {
      write(CLEAR, width);
      codes.fill(0);
      [next, width] = [CLEAR + 2, CODE_BITS + 1];
    }
    prefix = byte;
  }
  write(prefix, width);
  write(CLEAR + 1, width);
  if (bits) block.push(held & 255);
  flush();
  out.push(0);
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the smallest rectangle that contains all differences; one pixel if there is none. */
function changed(before: Uint8Array | undefined, now: Uint8Array, width: number, height: number): Area {
  if (!before) return { left: 0, top: 0, width, height };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < now.length; at++) {
    if (now[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return right < 0
    ? { left: 0, top: 0, width: 1, height: 1 }
    : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Encodes frames of the same size as a looping GIF. */
export function encodeGif(width: number, height: number, frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const { colours, entries } = palette(frames);
  const out = new Bytes();
  out.push(...new TextEncoder().encode('GIF89a'));
  out.word(width);
  out.word(height);
  out.push(0xf7, 0, 0, ...colours);
  out.push(0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0);
  let before: Uint8Array | undefined;
  for (const { pixels, delay_ms } of frames) {
    const now = new Uint8Array(width * height);
    for (let at = 0; at < now.length; at++) now[at] = entries[binOf(pixels, 4 * at)]!;
    const area = changed(before, now, width, height);
    const part = new Uint8Array(area.width * area.height);
    for (let y = 0; y < area.height; y++) {
      for (let x = 0; x < area.width; x++) {
        const at = (area.top + y) * width + area.left + x;
        part[y * area.width + x] = before && before[at] === now[at] ? TRANSPARENT : now[at]!;
      }
    }
    // Frames stay, and their transparent pixels show the one before.
    out.push(0x21, 0xf9, 4, 0x05);
    out.word(Math.round(delay_ms / 10));
    out.push(TRANSPARENT, 0, 0x2c);
    for (const value of [area.left, area.top, area.width, area.height]) out.word(value);
    out.push(0);
    compress(part, out);
    before = now;
  }
  out.push(0x3b);
  return out.all();
}
