// Precedence of vocabularies: the game of the page, the page, any game, English.

import { beforeEach, expect, test, vi } from 'vitest';
import type { Game } from '../api/types';

vi.stubGlobal('navigator', { language: 'ne-NP' });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });

const { loadedGames } = await import('../api/games.svelte');
const { letter } = await import('../play/art');
const { settings } = await import('../shell/settings.svelte');
const { gameVocabulary, loadLanguage, sideName, sideWord, title, translate } = await import('./i18n.svelte');

const game = (id: string, sides: [string, string], names: [string, string], texts: Record<string, string>) =>
  ({
    id,
    sides,
    called: names,
    translations: { ne: { texts, refusals: {}, endings: {} } },
  }) as unknown as Game;

beforeEach(async () => {
  settings.language = 'ne';
  await loadLanguage();
  loadedGames.all = [
    game('one', ['x', 'o'], ['Teal', 'Orange'], { Teal: 'निलो', pin: 'किला', capture: 'टिप्ने' }),
    game('two', ['x', 'o'], ['Red', 'Green'], { Red: 'रातो' }),
    game('three', ['black', 'white'], ['Black', 'White'], {}),
  ];
});

test('without a game the page’s text comes first, then any game’s', () => {
  expect(translate('capture')).toBe('मार्ने');
  expect(translate('pin')).toBe('किला');
  expect(translate('nobody said this')).toBe('nobody said this');
});

test('the vocabulary of the given game comes first', () => {
  expect(title('capture', 'one')).toBe('टिप्ने');
  expect(title('capture', 'two')).toBe('मार्ने');
  expect(gameVocabulary('one:size=3')?.texts['pin']).toBe('किला');
});

test('two games may give the same side different names', () => {
  expect([sideName('x', 'one'), sideName('x', 'two')]).toEqual(['Teal', 'Red']);
  expect([sideWord('x', 'one'), sideWord('x', 'two')]).toEqual(['निलो', 'रातो']);
  settings.language = 'en';
  expect([sideWord('o', 'one'), title('o', 'two')]).toEqual(['orange', 'Green']);
});

test('the letter of a piece is from its kind or its side’s name', () => {
  const piece = (kind: string, glyph: string, side: string) => letter({ kind, glyph, side });
  expect([piece('knight', 'n', 'black'), piece('tiger', 'T', 'tigers'), piece('goat', 'G', 'goats')]).toEqual(
    ['N', 'T', 'G'],
  );
  expect([piece('pin', 'x', 'x'), piece('pin', 'o', 'o')]).toEqual(['T', 'O']);
  expect([piece('stone', 'x', 'black'), piece('stone', 'o', 'white')]).toEqual(['B', 'W']);
});
