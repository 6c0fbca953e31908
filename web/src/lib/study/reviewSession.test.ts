import { beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({ position: vi.fn(), review: vi.fn(), call: vi.fn(), look: vi.fn() }));
vi.mock('../api/rules', () => ({
  gameOf: async () => ({ id: 'line', sides: ['x', 'o'] }),
  position: fakes.position,
  review: fakes.review,
}));
vi.mock('../api/http', () => fakes);
vi.mock('../api/matches', () => ({ hostOf: () => fakes }));
vi.mock('../api/me.svelte', () => ({ me: {} }));
vi.mock('../api/server', () => ({ hasServer: true }));
vi.mock('../i18n/errorText', () => ({ errorText: String, whyIllegal: vi.fn() }));
vi.mock('../i18n/i18n.svelte', () => ({ t: (text: string) => text, number: String, title: String }));
vi.mock('../shell/sound', () => ({ sounds: { moved: vi.fn(), refused: vi.fn() } }));

import type { Offer, Standing } from '../api/types';
import { ReviewSession } from './reviewSession.svelte';

const offer = (move: string) => ({ move, human: move.toUpperCase(), points: [0] }) as unknown as Offer;

/** x throws the game away with b; a would have held it. */
const VALUES: Record<string, Standing> = {
  '': { turn: 'x', score: { kind: 'draw', value: 0 }, exact: true, best: 'a' },
  b: { turn: 'o', score: { kind: 'win', value: 3 }, exact: true, best: 'c' },
  'b c': { turn: 'x', score: { kind: 'loss', value: 2 }, exact: true, best: 'd' },
  a: { turn: 'o', score: { kind: 'draw', value: 0 }, exact: true },
  e: { turn: 'o', score: { kind: 'win', value: 9 }, exact: true },
};

beforeEach(() => {
  vi.clearAllMocks();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  fakes.position.mockImplementation(async (_: string, { moves }: { moves: string[] }) => ({
    position: moves.join(' '),
    history: moves.map((move) => ({ move, human: move.toUpperCase(), action: 'move' })),
    offers: ['a', 'b', 'e'].map(offer),
    scene: {},
  }));
  fakes.review.mockImplementation(
    async (_: string, { moves }: { moves: string[] }) => VALUES[moves.join(' ')],
  );
});

async function opened(query: Record<string, string> = {}): Promise<ReviewSession> {
  const session = new ReviewSession('line', new URLSearchParams({ moves: 'b c', ...query }));
  await session.load();
  return session;
}

test('every move is judged, and the decisive one is found', async () => {
  const session = await opened();
  expect([session.finished, session.isExact, session.marks]).toEqual([true, true, ['??', '']]);
  expect(session.decisive.map(({ ply, side }) => [ply, side])).toEqual([[1, 'x']]);
  expect([session.shares, session.ply, session.turn(2)]).toEqual([[0.5, 0, 0], 2, 2]);
  expect(session.analysis).toBe('/analysis/line?moves=b+c');
});

test('a review is kept, and not made again', async () => {
  await opened();
  fakes.review.mockClear();
  expect((await opened()).finished).toBe(true);
  expect(fakes.review).not.toHaveBeenCalled();
});

test('a better move is accepted, one as bad is not', async () => {
  const session = await opened();
  await session.tryAgain(session.decisive[0]!);
  expect([session.ply, session.offers.length]).toEqual([0, 3]);
  await session.play(offer('e'));
  expect(session.tried).toMatchObject({ ok: false, human: 'E' });
  await session.play(offer('a'));
  expect([session.tried?.ok, session.offers]).toEqual([true, []]);
});

test('the best move is shown on request', async () => {
  const session = await opened({ try: '1' });
  expect([session.better?.ply, session.best]).toEqual([1, []]);
  session.shown = true;
  expect(session.best.map(({ move }) => move)).toEqual(['a']);
});

test('looking elsewhere ends the second try', async () => {
  const session = await opened({ try: '1' });
  await session.look(2);
  expect([session.better, session.ply, session.offers]).toEqual([undefined, 2, []]);
});

test('the server’s review of this match is used, that of another is not', async () => {
  const standings = ['', 'b', 'b c'].map((moves) => VALUES[moves]);
  fakes.call.mockResolvedValue({ done: true, standings });
  fakes.look.mockResolvedValueOnce({ moves: ['b', 'c'] });
  expect((await opened({ match: 'm1' })).finished).toBe(true);
  expect(fakes.review).not.toHaveBeenCalled();
  localStorage.setItem('chautari.reviews', '[]');
  fakes.look.mockResolvedValueOnce({ moves: ['x'] });
  await opened({ match: 'm1' });
  expect(fakes.review).toHaveBeenCalledTimes(3);
});

test('a review that is left stops without an error', async () => {
  const session = new ReviewSession('line', new URLSearchParams({ moves: 'b c' }));
  fakes.review.mockImplementation(async () => {
    session.close();
    throw new Error('aborted');
  });
  await session.load();
  expect([session.trouble, session.standings]).toEqual(['', []]);
});
