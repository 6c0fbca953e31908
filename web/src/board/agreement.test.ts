/// <reference types="node" />
// Checks that the page draws positions as crates/picture does. cli/tests/renderers.rs writes positions from
// the tables under spec/ with their SVG to a file and runs this test with its name.

import { readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { expect, test } from 'vitest';

const file = process.env['CHAUTARI_SCENES'];
const round = (text: string) =>
  text.replace(/-?\d+(\.\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100));

/** The pieces with tone and place: `goat one 64,164`. */
function pieces(svg: string): string[] {
  const drawn = [
    ...svg.matchAll(/<use href="#([a-z-]+)-(light|dark|one|two)" x="([-\d.]+)" y="([-\d.]+)"/g),
  ].map(([, kind, tone, x, y]) => `${kind} ${tone} ${x},${y}`);
  const shown = [
    ...svg.matchAll(
      /<g class="[^"]*?tone-(light|dark|one|two)[^"]*" data-kind="([a-z-]+)"[^>]*?translate\(([-\d.]+)(?:px)?,? ([-\d.]+)(?:px)?\)/g,
    ),
  ].map(([, tone, kind, x, y]) => `${kind} ${tone} ${x},${y}`);
  // crates/picture draws the base of an octagon as a separate piece.
  return [...drawn, ...shown]
    .filter((piece) => !piece.startsWith('base '))
    .map(round)
    .sort();
}

/** The attributes that place a shape. */
const PLACE = { circle: ['cx', 'cy', 'r'], rect: ['x', 'y', 'width', 'height'], path: ['d'] };

/** The shapes of every mark, layer by layer, with kind and place. */
function marks(svg: string): string[] {
  const groups = [
    ...svg.matchAll(
      /<g data-mark="([a-z-]+)"[^>]*>(.*?)(?=<g data-mark|<use|<g class="(?:piece|tone)|<\/svg>|$)/gs,
    ),
  ];
  return groups
    .flatMap(([, kind, inside]) =>
      [...inside!.matchAll(/<(circle|rect|path)\b([^>]*)>/g)].map(([, tag, rest]) => {
        const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(rest!)?.[1] ?? '';
        const place = PLACE[tag as keyof typeof PLACE].map(value).join(' ');
        return `${kind} ${tag} ${place
          .replace(/([a-zA-Z])/g, ' $1 ')
          .replace(/-/g, ' -')
          .replace(/\s+/g, ' ')
          .trim()}`;
      }),
    )
    .map(round)
    .sort();
}

// Browser APIs that the page needs before it draws anything.
globalThis.navigator ??= { language: 'en' } as Navigator;
globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} }) as unknown as MediaQueryList;

test.skipIf(!file)('the page draws as crates/picture does', { timeout: 120_000 }, async () => {
  const { default: Board } = await import('./Board.svelte');
  const cases = readFileSync(file!, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(cases.length).toBeGreaterThan(100);
  let drawn = 0;
  for (const { name, scene, svg } of cases) {
    const { body } = render(Board, { props: { scene } });
    expect(pieces(body), name).toEqual(pieces(svg));
    expect(marks(body), name).toEqual(marks(svg));
    expect(pieces(svg).length, name).toBe(scene.pieces.length);
    drawn += pieces(svg).length + marks(svg).length;
  }
  expect(drawn).toBeGreaterThan(1000);
});
