import { beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({ position: vi.fn(), thoughts: vi.fn(), holding: vi.fn() }));
vi.mock('../api/rules', () => ({
  games: async () => [
    {
      id: 'line',
      dialects: [
        { id: 'notes', holds: 'game' },
        { id: 'obx', holds: 'position' },
      ],
    },
  ],
  position: fakes.position,
  thoughts: fakes.thoughts,
}));
vi.mock('./explorer', () => ({ holding: fakes.holding }));
vi.mock('../i18n/errorText', () => ({
  errorText: (error: Error) => error.message,
  whyIllegal: async () => ({ text: 'illegal', points: [] }),
}));
vi.mock('../i18n/i18n.svelte', () => ({ t: (text: string, value = '') => text.replace('{0}', value) }));
vi.mock('../shell/sound', () => ({ sounds: { moved: vi.fn(), refused: vi.fn() } }));

import { Refused } from '../api/errors';
import type { Offer } from '../api/types';
import { AnalysisSession } from './analysisSession.svelte';
import { first, path } from './tree';

const offer = (move: string) => ({ move, human: move, points: [1] }) as unknown as Offer;
const refusal = (text: string, at: number, more = {}) =>
  new Refused(422, { code: 'syntax', text, at, ...more }, {});

/** Ends the running search. */
let finish: () => void;

beforeEach(() => {
  vi.clearAllMocks();
  fakes.position.mockImplementation(async (_: string, { moves = [] }: { moves?: string[] }) => ({
    position: `after ${moves.join(' ')}`,
    history: moves.map((move) => ({ move, human: move.toUpperCase() })),
    outcome: null,
    offers: ['a', 'b', 'c'].map(offer),
    scene: {},
  }));
  fakes.thoughts.mockImplementation(async function* (_: string, { moves }: { moves: string[] }) {
    yield {
      depth: 1,
      lines: [{ line: ['a', 'b', 'c'], human: [], score: { kind: 'guess', value: moves.length } }],
    };
    await new Promise<void>((done) => (finish = done));
    yield { depth: 2, lines: [{ line: ['b'], human: [], score: { kind: 'guess', value: 9 } }] };
  });
});

const settle = () => new Promise((done) => setTimeout(done));

async function opened(query = '', moved = vi.fn()): Promise<AnalysisSession> {
  const session = new AnalysisSession('line', moved);
  await session.load(new URLSearchParams(query));
  await settle();
  return session;
}

test('an address is shown with its branches, in human notation', async () => {
  const session = await opened('moves=a b&tree=a (c) b');
  expect(session.moves).toEqual(['a', 'b']);
  expect(first(session.here).children.map(({ text }) => text)).toEqual(['A', 'C']);
  expect(session.address).toBe('/analysis/line?moves=a+b&tree=a+%28c%29+b');
});

test('a move is added once, and the address follows', async () => {
  const moved = vi.fn();
  const session = await opened('', moved);
  session.play(offer('a'));
  await settle();
  await session.look(first(session.here));
  session.play(offer('a'));
  await settle();
  expect(first(session.here).children.length).toBe(1);
  expect(moved).toHaveBeenLastCalledWith('/analysis/line?moves=a');
});

test('of two positions asked for, the last one is shown', async () => {
  const session = await opened();
  const late: (() => void)[] = [];
  const answer = fakes.position.getMockImplementation()!;
  fakes.position.mockImplementation(async (id, asked) => {
    await new Promise<void>((done) => late.push(done));
    return answer(id, asked);
  });
  session.play(offer('a'));
  session.play(offer('b'));
  late[1]!();
  await settle();
  late[0]!();
  await settle();
  expect(path(session.here)).toEqual(['b']);
});

test('lines deepen; stopping keeps them, another position clears them', async () => {
  const session = await opened();
  expect([session.depth, session.arrows]).toEqual([1, [[1]]]);
  finish();
  await settle();
  expect([session.depth, session.lines[0]?.line]).toEqual([2, ['b']]);
  session.toggleThinking();
  expect(session.lines.length).toBe(1);
  session.play(offer('a'));
  await settle();
  expect([session.lines, session.depth]).toEqual([[], 0]);
});

test('a restarted search replaces the lines only once it is as deep', async () => {
  const session = await opened();
  finish();
  await settle();
  session.toggleThinking();
  session.toggleThinking();
  await settle();
  expect([session.depth, session.lines[0]?.line]).toEqual([2, ['b']]);
});

test('a line is played up to a move', async () => {
  const session = await opened();
  session.follow(session.lines[0]!, 1);
  await settle();
  expect(session.moves).toEqual(['a', 'b']);
  expect(session.onwards).toBe('/new/line?moves=a+b');
});

test('nothing is analysed while a board is set up', async () => {
  const session = await opened();
  session.setUp(true);
  expect(session.lines).toEqual([]);
  fakes.thoughts.mockClear();
  session.take({ position: 'own' } as never, 'position');
  await settle();
  expect([session.settingUp, session.start]).toEqual([false, 'own']);
  expect(fakes.thoughts).toHaveBeenCalledOnce();
});

test('of several notations, the error of the one that got farthest is shown', async () => {
  const session = await opened();
  fakes.position
    .mockRejectedValueOnce(refusal('near', 9))
    .mockRejectedValueOnce(refusal('refused by the rules', 0, { reasons: [{}] }));
  expect(await session.read('x')).toBe(false);
  expect(session.trouble).toBe('This is not in any notation of this game: refused by the rules');
});

test('a pasted game replaces the tree', async () => {
  const session = await opened('moves=a');
  fakes.position.mockResolvedValueOnce({
    texts: { moves: 'from start b' },
    history: [{ move: 'b', human: 'B' }],
  });
  expect(await session.read('B')).toBe(true);
  await settle();
  expect([session.moves, first(session.here).children.length]).toEqual([['b'], 1]);
});

test('drawing moves are counted by their drawing replies', async () => {
  const move_values = [
    { move: 'a', winner: null, plies: null },
    { move: 'b', winner: 'x', plies: 4 },
  ];
  const answer = fakes.position.getMockImplementation()!;
  fakes.position.mockImplementation(async (id, asked) => ({
    ...(await answer(id, asked)),
    value: { winner: null, plies: null },
    move_values,
  }));
  fakes.holding.mockResolvedValue({ a: { holds: 1 } });
  const session = await opened();
  expect(fakes.holding).toHaveBeenCalledWith('line', 'after ', ['a']);
  expect(session.values).toEqual([
    { move: 'a', winner: null, plies: null, holds: 1 },
    { move: 'b', winner: 'x', plies: 5 },
  ]);
  session.exact = false;
  expect(session.values).toBeUndefined();
});

test('nothing happens after the page is left', async () => {
  const moved = vi.fn();
  const session = await opened('', moved);
  session.close();
  moved.mockClear();
  session.play(offer('a'));
  await settle();
  expect([moved.mock.calls, session.moves]).toEqual([[], []]);
});
