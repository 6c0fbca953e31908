import { expect, test } from 'vitest';
import { byUrgency } from './myGames';

const HOUR = 3_600_000;

function game(
  id: string,
  changed_ms: number,
  your_turn: boolean,
  left?: number,
  heardAt = 0,
  running: string | null = 'goats',
) {
  const seats = {
    goats: { kind: 'person' as const, id: 'p', name: 'Asha' },
    tigers: { kind: 'human' as const },
  };
  const time_left = { goats: left, tigers: HOUR, running, control: { per_move_ms: HOUR } };
  return {
    id,
    changed_ms,
    your_turn,
    seats,
    heardAt,
    ...(left !== undefined && { time_left: time_left as never }),
  };
}

test('waiting games come first, least time first', () => {
  const games = [
    game('theirs, in a hurry', 9, false, 1),
    game('mine, no clock', 8, true),
    game('mine, days', 7, true, 50 * HOUR),
    game('theirs', 6, false),
    game('mine, whose clock stands', 5, true, HOUR, 0, null),
    // Received long ago, so most of the time has run out since.
    game('mine, soon', 4, true, 9 * HOUR, -8 * HOUR),
    game('mine, later', 3, true, 2 * HOUR),
  ];
  expect(games.toSorted(byUrgency).map(({ id }) => id)).toEqual([
    'mine, soon',
    'mine, later',
    'mine, days',
    'mine, no clock',
    'mine, whose clock stands',
    'theirs, in a hurry',
    'theirs',
  ]);
});

test('a game with an open seat does not wait for the user', () => {
  const open = {
    ...game('open', 9, true, 1),
    seats: { goats: { kind: 'human' as const }, tigers: { kind: 'open' as const } },
  };
  expect([open, game('mine', 1, true)].toSorted(byUrgency).map(({ id }) => id)).toEqual(['mine', 'open']);
});
