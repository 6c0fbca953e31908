import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({ position: vi.fn(), thoughts: vi.fn(), rate: vi.fn() }));
vi.mock('../api/rules', () => ({
  games: async () => [{ id: 'line', name: 'Line', sides: ['x', 'o'] }],
  position: fakes.position,
  thoughts: fakes.thoughts,
}));
vi.mock('../api/me.svelte', () => ({ me: {} }));
vi.mock('../api/http', () => ({}));
vi.mock('../api/server', () => ({ hasServer: false }));
vi.mock('../offline/engine', () => ({ isBuiltIn: true, rate: fakes.rate }));
vi.mock('../i18n/errorText', () => ({
  errorText: String,
  whyIllegal: async () => ({ text: 'illegal', points: [] }),
}));
vi.mock('../i18n/i18n.svelte', () => ({ t: (text: string) => text }));
vi.mock('../shell/sound', () => ({
  sounds: { moved: vi.fn(), refused: vi.fn(), ended: vi.fn() },
}));

import type { Offer } from '../api/types';
import type { Puzzle } from './puzzles';
import { PuzzleSession } from './puzzleSession.svelte';

const offer = (move: string) => ({ move, human: move.toUpperCase(), points: [0] }) as unknown as Offer;

/** x plays a, o replies b, and x wins with c. `fast` wins at once, `slow` later, all others do not. */
const PUZZLE: Puzzle = {
  number: 1,
  difficulty: 1200,
  deviation: 200,
  tries: 0,
  themes: ['win'],
  moves: ['a', 'b', 'c'],
  position: 'start',
};

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  fakes.rate.mockImplementation(async (own: { rating: number }, _: object, points: number) => ({
    ...own,
    rating: own.rating + (points ? 100 : -100),
  }));
  fakes.position.mockImplementation(async (_: string, { moves = [] }: { moves?: string[] }) => {
    const isWon = ['c', 'fast'].includes(moves.at(-1) ?? '');
    return {
      position: moves.join(' ') || 'start',
      turn: moves.length % 2 ? 'o' : 'x',
      outcome: isWon ? { winner: 'x' } : null,
      history: moves.map((_, i) => ({ side: i % 2 ? 'o' : 'x' })),
      offers: ['a', 'b', 'c', 'fast', 'slow', 'bad'].map(offer),
      scene: {},
    };
  });
  fakes.thoughts.mockImplementation(async function* (_: string, { moves }: { moves: string[] }) {
    yield { score: { kind: moves.at(-1) === 'slow' ? 'loss' : 'guess', value: 0 } };
  });
});
afterEach(() => void vi.useRealTimers());

async function opened(entered = vi.fn()): Promise<PuzzleSession> {
  const session = new PuzzleSession('line', entered);
  session.all = [PUZZLE, { ...PUZZLE, number: 2 }];
  await session.enter(PUZZLE);
  return session;
}

const settle = (ms = 5000) => vi.advanceTimersByTimeAsync(ms);

test('a puzzle is solved against the defence, and counts', async () => {
  const entered = vi.fn();
  const session = await opened(entered);
  expect(entered).toHaveBeenCalledExactlyOnceWith(PUZZLE);
  expect([session.solver, session.within, session.stage]).toEqual(['x', 2, 'trying']);
  void session.play(offer('a'));
  await settle();
  expect([session.line, session.stage, session.busy]).toEqual([['a', 'b'], 'trying', false]);
  void session.play(offer('c'));
  await settle();
  expect([session.stage, session.isOver, session.offers]).toEqual(['solved', true, []]);
  expect(session.progress).toMatchObject({ rating: 1100, streak: 1, seen: { 1: 'solved' } });
});

test('another move that wins at once solves the puzzle', async () => {
  const session = await opened();
  void session.play(offer('fast'));
  await settle();
  expect([session.stage, session.progress.seen[1]]).toEqual(['solved', 'solved']);
});

test('a slower win is told, and neither counts nor changes the board', async () => {
  const session = await opened();
  void session.play(offer('slow'));
  await settle();
  expect([session.slower, session.stage, session.line]).toEqual(['SLOW', 'trying', []]);
  expect(session.progress.seen).toEqual({});
});

test('a wrong move counts once, and the puzzle can be solved afterwards', async () => {
  const session = await opened();
  void session.play(offer('bad'));
  await settle();
  expect([session.stage, session.progress.rating]).toEqual(['wrong', 900]);
  for (const move of ['a', 'c']) {
    void session.play(offer(move));
    await settle();
  }
  expect([session.stage, session.progress.rating, session.progress.seen[1]]).toEqual([
    'solved',
    900,
    'failed',
  ]);
});

test('a hint shows the next move and counts as a miss', async () => {
  const session = await opened();
  session.hint();
  await settle();
  expect([session.stage, session.hinted, session.wanted?.move]).toEqual(['helped', true, 'a']);
  expect(session.progress.seen[1]).toBe('failed');
});

test('the solution stops when the next puzzle is entered', async () => {
  const session = await opened();
  void session.show();
  await settle(100);
  expect([session.stage, session.busy]).toEqual(['shown', true]);
  await session.enter(session.all![1]!);
  await settle();
  expect([session.line, session.stage, session.busy]).toEqual([[], 'trying', false]);
});

test('a run ends after three misses', async () => {
  const session = await opened();
  session.startRun();
  await settle(1000);
  for (let miss = 1; miss <= 3; miss++) {
    expect(session.run?.misses).toBe(miss - 1);
    void session.play(offer('bad'));
    await settle(1000);
  }
  expect([session.run, session.ran]).toEqual([undefined, 0]);
  session.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('a run ends with its time, and keeps the best result', async () => {
  const session = await opened();
  session.startRun();
  await settle(1000);
  void session.play(offer('fast'));
  await settle(1000);
  expect(session.run?.solved).toBe(1);
  await settle(180_000);
  expect([session.run, session.ran, session.progress.run]).toEqual([undefined, 1, 1]);
});

test('a run that was stopped does not go on', async () => {
  const session = await opened();
  session.startRun();
  await settle(1000);
  void session.play(offer('bad'));
  await settle(100);
  const shown = session.puzzle;
  session.stopRun();
  await settle();
  expect([session.puzzle, session.stage]).toEqual([shown, 'wrong']);
});

test('nothing happens after the page is left', async () => {
  const entered = vi.fn();
  const session = await opened(entered);
  void session.play(offer('a'));
  session.close();
  await settle();
  await session.enter(session.all![1]!);
  expect(entered).toHaveBeenCalledOnce();
  expect(session.line).toEqual(['a']);
});

test('an error is shown, and the move can be tried again', async () => {
  const session = await opened();
  fakes.position.mockRejectedValueOnce(new Error('lost'));
  void session.play(offer('bad'));
  await settle();
  expect([session.trouble, session.busy, session.stage]).toEqual(['Error: lost', false, 'trying']);
});
