import { beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({ find: vi.fn(), moments: vi.fn() }));
vi.mock('../i18n/errorText', () => ({ endingText: ({ text }: { text: string }) => `${text}.` }));
vi.mock('../i18n/i18n.svelte', () => ({
  t: (text: string, value = '') => text.replace('{0}', value),
  title: (text: string) => text.toUpperCase(),
  translate: (text: string) => text,
  number: String,
}));
vi.mock('../play/format', () => ({
  playerText: (seat: { kind: string; name?: string; level?: number }) =>
    seat.name ?? (seat.kind === 'engine' ? `Level ${seat.level}` : 'Player'),
  turnsOf: (plies: unknown[]) =>
    plies.map((_, i) => (i % 2 ? [] : [i, i + 1])).filter(({ length }) => length),
}));
vi.mock('../study/review', () => ({ ...fakes, judge: (all: unknown) => all, keptAs: () => 'game' }));

import type { Game, MatchState } from '../api/types';
import { cardOf } from './matchCard';

const GAME = { id: 'line', name: 'Line', sides: ['x', 'o'] } as unknown as Game;
const match = (more: object = {}) =>
  ({
    game: 'line',
    moves: ['a', 'b', 'c'],
    history: ['A', 'B', 'C'].map((human) => ({ human })),
    outcome: { winner: 'x', text: 'Three in a row' },
    seats: { x: { kind: 'human' }, o: { kind: 'engine', level: 3 } },
    ...more,
  }) as unknown as MatchState;

beforeEach(() => {
  fakes.find.mockReturnValue(undefined);
  fakes.moments.mockReturnValue([]);
});

test('a card has the players, the result and its reason', () => {
  expect(cardOf(match(), GAME, 'Asha', 'here')).toEqual({
    game: 'Line',
    result: 'X won',
    reason: 'Three in a row',
    moment: 'Last move: 2. C',
    players: [
      { name: 'Asha', side: 'X', won: true },
      { name: 'Level 3', side: 'O', won: false },
    ],
    place: 'here',
  });
});

test('a draw has no winner, and players without a name are called so', () => {
  const card = cardOf(match({ outcome: { winner: null, text: 'Agreed' } }), GAME, undefined, '');
  expect([card.result, card.players[0]!.name, card.players.some(({ won }) => won)]).toEqual([
    'A draw',
    'Player',
    false,
  ]);
});

test('a reviewed game shows the costliest moment', () => {
  fakes.moments.mockReturnValue([
    { ply: 1, cost: 0.2 },
    { ply: 2, cost: 0.6 },
  ]);
  expect(cardOf(match(), GAME, undefined, '').moment).toBe('Turning point: 1. B');
});

test('a game that was given up before the first move has no moment', () => {
  expect(cardOf(match({ moves: [], history: [] }), GAME, undefined, '').moment).toBe('');
});
