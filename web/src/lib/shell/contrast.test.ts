// Contrast of pieces on boards in both themes: body or edge at least 3 to 1.

import theme from '$repo/crates/picture/art/theme.css?raw';
import { expect, test } from 'vitest';
import page from '../../app.css?raw';

type Colours = Record<string, string>;

/** Returns the colours set by the rules with these selectors, later ones overriding earlier ones. */
function colours(css: string, ...selectors: string[]): Colours {
  const found: Colours = {};
  for (const [, selector, body] of css.replaceAll('"', "'").matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const name = selector!.replace(/\/\*[^]*?\*\//g, '').trim();
    if (!name.split(/,\s*/).some((one) => selectors.includes(one))) continue;
    for (const [, key, value] of body!.matchAll(/--([a-z-]+): (#[0-9a-f]{6})\b/g)) found[key!] = value!;
  }
  return found;
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, two: string): number {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const DAY = [':root'];
const NIGHT = [':root', ":root[data-theme='dark']"];
const BOARDS: Record<string, Colours> = {
  'stone by day': colours(theme, ...DAY),
  'stone by night': colours(theme, ...NIGHT),
  ...Object.fromEntries(
    ['wood', 'slate', 'felt'].flatMap((board) => {
      const [day, night] = [
        `:root[data-board='${board}']`,
        `:root[data-board='${board}'][data-theme='dark']`,
      ];
      return [
        [`${board} by day`, { ...colours(theme, ...DAY), ...colours(page, day) }],
        [`${board} by night`, { ...colours(theme, ...NIGHT), ...colours(page, day, night) }],
      ];
    }),
  ),
};

for (const [name, board] of Object.entries(BOARDS)) {
  test(`pieces and labels on ${name}`, () => {
    for (const tone of ['light', 'dark', 'one', 'two']) {
      const piece = colours(theme, `.tone-${tone}`);
      for (const ground of ['slab', 'square-light', 'square-dark', 'inlay']) {
        const seen = Math.max(contrast(piece.body!, board[ground]!), contrast(piece.edge!, board[ground]!));
        expect(seen, `${tone} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
      expect(contrast(piece.body!, piece.detail!), tone).toBeGreaterThanOrEqual(3);
    }
    // Labels on a board.
    expect(contrast(board.label!, board.slab!)).toBeGreaterThanOrEqual(4.5);
    // The dark king on dark squares.
    expect(contrast(colours(theme, '.tone-dark').body!, board['square-dark']!)).toBeGreaterThanOrEqual(3);
  });
}

// Red text once used the board's red, with a contrast of 2 to 1 in the dark theme.
for (const [name, at] of Object.entries({ 'by day': DAY, 'by night': NIGHT })) {
  test(`every ink is read on the page ${name}`, () => {
    const { paper, card, ...inks } = colours(page, ...at);
    for (const ink of ['ink', 'muted', 'leaf', 'danger-ink']) {
      for (const ground of [paper!, card!])
        expect(contrast(inks[ink]!, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(inks.leaf!, inks['leaf-ink']!)).toBeGreaterThanOrEqual(4.5);
  });
}

for (const game of ['baghchal', 'banchess', 'creeper', 'gomoku']) {
  for (const [name, at, on] of [
    ['day', DAY, ''],
    ['night', NIGHT, "[data-theme='dark'] "],
  ] as const) {
    test(`the accent of ${game} is read by ${name}`, () => {
      const { paper, card } = colours(page, ...at);
      const accent = colours(page, `${on}[data-game^='${game}']`);
      for (const ground of [paper!, card!, accent['accent-ink']!])
        expect(contrast(accent.accent!, ground), `accent on ${ground}`).toBeGreaterThanOrEqual(4.5);
    });
  }
}

test('no text has a colour of the boards', () => {
  const parts = import.meta.glob<string>('../**/*.{svelte,css}', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  for (const [name, text] of Object.entries(parts))
    expect(text, name).not.toMatch(/[^-]color: var\(--(danger|win|last|target)\)/);
});
