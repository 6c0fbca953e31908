// Encoded GIFs, read again by a decoder of the test's own.

import { expect, test } from 'vitest';
import { encodeGif, type Frame, palette } from './gif';

type Colour = [number, number, number];

/** Returns a frame painted by a function. */
function painted(
  width: number,
  height: number,
  colour: (x: number, y: number) => Colour,
  delay_ms = 100,
): Frame {
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let at = 0; at < width * height; at++) pixels.set(colour(at % width, Math.floor(at / width)), 4 * at);
  return { pixels, delay_ms };
}

/** Decodes the codes of one image. */
function expand(codeBits: number, data: number[]): number[] {
  const [clear, end] = [1 << codeBits, (1 << codeBits) + 1];
  let bit = 0;
  const read = (width: number) => {
    let code = 0;
    for (let i = 0; i < width; i++, bit++) code |= ((data[bit >> 3]! >> (bit & 7)) & 1) << i;
    return code;
  };
  const out: number[] = [];
  let [table, width, last]: [number[][], number, number[] | undefined] = [[], codeBits + 1, undefined];
  for (;;) {
    const code = read(width);
    if (code === end) return out;
    if (code === clear) {
      table = Array.from({ length: clear + 2 }, (_, i) => [i]);
      [width, last] = [codeBits + 1, undefined];
      continue;
    }
    const entry: number[] = table[code] ?? [...last!, last![0]!];
    out.push(...entry);
    if (last && table.length < 4096) table.push([...last, entry[0]!]);
    if (table.length === 1 << width && width < 12) width++;
    last = entry;
  }
}

/** Decodes a GIF into its complete frames, as colours. */
function decoded(file: Uint8Array): { width: number; height: number; delays: number[]; frames: Colour[][] } {
  let at = 6;
  const byte = () => file[at++]!;
  const word = () => byte() | (byte() << 8);
  const blocks = () => {
    const data: number[] = [];
    for (let size = byte(); size; size = byte()) for (let i = 0; i < size; i++) data.push(byte());
    return data;
  };
  const [width, height] = [word(), word()];
  at += 3;
  const colours = Array.from({ length: 256 }, (): Colour => [byte(), byte(), byte()]);
  const shown: Colour[] = Array.from({ length: width * height }, () => [0, 0, 0]);
  const [delays, frames]: [number[], Colour[][]] = [[], []];
  for (let kind = byte(); kind !== 0x3b; kind = byte()) {
    if (kind === 0x21) {
      if (byte() !== 0xf9) blocks();
      else {
        at += 2;
        delays.push(word());
        at += 2;
      }
      continue;
    }
    const [left, top, wide, high] = [word(), word(), word(), word()];
    at++;
    const indices = expand(byte(), blocks());
    expect(indices.length).toBe(wide * high);
    indices.forEach((index, i) => {
      if (index !== 255) shown[(top + Math.floor(i / wide)) * width + left + (i % wide)] = colours[index]!;
    });
    frames.push([...shown]);
  }
  return { width, height, delays, frames };
}

const RED: Colour = [200, 16, 32];
const BLUE: Colour = [8, 40, 176];

test('flat colours are stored exactly', () => {
  const frame = painted(7, 3, (x) => (x < 4 ? RED : BLUE), 250);
  const gif = decoded(encodeGif(7, 3, [frame]));
  expect([gif.width, gif.height, gif.delays]).toEqual([7, 3, [25]]);
  expect(gif.frames[0]!.slice(0, 7)).toEqual([RED, RED, RED, RED, BLUE, BLUE, BLUE]);
});

test('a later frame stores what changed, and shows the rest of the one before', () => {
  const size = 40;
  const first = painted(size, size, () => RED);
  const second = painted(size, size, (x, y) => (x === 30 && y === 5 ? BLUE : RED));
  const both = encodeGif(size, size, [first, second, second]);
  const { frames } = decoded(both);
  expect(frames).toHaveLength(3);
  expect(frames[1]!.filter((colour) => colour === frames[1]![5 * size + 30])).toHaveLength(1);
  expect([frames[1]![5 * size + 30], frames[1]![0], frames[2]![5 * size + 30]]).toEqual([BLUE, RED, BLUE]);
  expect(both.length - encodeGif(size, size, [first]).length).toBeLessThan(80);
});

test('a picture of many colours stays close, beyond the size of the code table', () => {
  const [width, height] = [160, 120];
  // Noise without a period, so that the code table is filled several times.
  const noise = (x: number, y: number) => ((x * 7919 + y * 104_729 + x * y * 31) >> 3) & 127;
  const picture = painted(width, height, (x, y) => [x, 2 * y, noise(x, y)]);
  const frame = decoded(encodeGif(width, height, [picture])).frames[0]!;
  let error = 0;
  frame.forEach((colour, at) => {
    for (let c = 0; c < 3; c++) error += Math.abs(colour[c]! - picture.pixels[4 * at + c]!);
  });
  expect(error / (3 * frame.length)).toBeLessThan(12);
});

test('the palette spends no entries on one flat colour', () => {
  const { colours } = palette([painted(5, 5, () => RED)]);
  expect([...colours.slice(0, 6)]).toEqual([...RED, 0, 0, 0]);
});
