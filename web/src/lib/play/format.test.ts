import { beforeAll, expect, test, vi } from 'vitest';

// Settings are read from browser APIs, which are missing here.
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));

let format: typeof import('./format');
beforeAll(async () => {
  format = await import('./format');
});

test('a player has one display name', () => {
  for (const name of ['engine 2', 'level 2', 'chautari-2']) expect(format.playerName(name)).toBe('Level 2');
  expect(format.playerName('random')).toBe('Random mover');
  expect(format.playerName('human')).toBe('Player');
  expect(format.playerName('engineer')).toBe('engineer');
});

test('typed player names are parsed as displayed', () => {
  expect(
    ['Level 3', 'level 10', 'Random mover', 'random', 'Level 11', 'Goat-Herd'].map(format.parsePlayerName),
  ).toEqual(['level 3', 'level 10', 'random', 'random', 'Level 11', 'Goat-Herd']);
});

test('only people and bots have profiles', () => {
  expect(
    ['engine 2', 'level 2 (2)', 'chautari-2', 'random', 'human', 'nobody', 'somebody'].map(
      format.profilePath,
    ),
  ).toEqual(Array(7).fill(undefined));
  expect(['engineer', 'Asha Rai', 'random-1'].map(format.profilePath)).toEqual([
    '/people/engineer',
    '/people/Asha%20Rai',
    '/people/random-1',
  ]);
});

test('a ban shows the move it forbids', () => {
  const ply = (human: string, action: string) => ({ move: '', position: '', side: '', human, action });
  expect(format.plyText(ply('✗e4', 'ban'))).toBe('e4');
  expect(format.plySpoken(ply('✗e4', 'ban'))).toBe('bans e4');
  expect(format.plyText(ply('Nf3+', 'move'))).toBe('Nf3+');
});
