import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({ position: vi.fn(), begin: vi.fn(), go: vi.fn(), won: vi.fn() }));
vi.mock('../api/rules', () => ({
  wholeGame: async () => ({
    id: 'line',
    sides: ['x', 'o'],
    lesson: {
      side: 'x',
      steps: [
        { position: 'first', moves: ['a'], replies: ['b'], otherwise: 'Try a.' },
        { moves: ['c'], replies: [], otherwise: 'Try c.' },
      ],
    },
  }),
  position: fakes.position,
}));
vi.mock('../api/matches', () => ({
  begin: fakes.begin,
  seated: ({ match }: { match: string }) => `/play/${match}`,
}));
vi.mock('../i18n/errorText', () => ({
  errorText: (error: Error) => error.message,
  whyIllegal: async () => ({ text: 'illegal', points: [] }),
}));
vi.mock('../i18n/i18n.svelte', () => ({ t: (text: string) => text }));
vi.mock('../shell/route.svelte', () => ({ go: fakes.go }));
vi.mock('../shell/sound', () => ({ sounds: { moved: vi.fn(), refused: vi.fn(), won: fakes.won } }));

import type { LegalMove } from '../api/types';
import { LessonSession } from './lessonSession.svelte';

const legalMove = (move: string) => ({ move, points: [1] }) as unknown as LegalMove;
const settle = () => vi.advanceTimersByTimeAsync(5000);

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  fakes.position.mockImplementation(async (_: string, asked: { position: string; moves: string[] }) => ({
    position: `${asked.position} ${asked.moves.join(' ')}`.trim(),
    legal_moves: ['a', 'c'].map(legalMove),
    scene: {},
  }));
});
afterEach(() => void vi.useRealTimers());

async function opened(solved = vi.fn()): Promise<LessonSession> {
  const session = new LessonSession('line', solved);
  await session.load();
  return session;
}

async function played(session: LessonSession, move: string): Promise<void> {
  void session.play(legalMove(move));
  await settle();
}

test('a step is answered, and the next one continues from there', async () => {
  const solved = vi.fn();
  const session = await opened(solved);
  await played(session, 'a');
  expect([session.now?.position, session.done, session.busy]).toEqual(['first a b', true, false]);
  expect([solved.mock.calls.length, fakes.won.mock.calls.length]).toEqual([1, 0]);
  await session.enter(1);
  expect([session.at, session.done, session.now?.position]).toEqual([1, false, 'first a b']);
  await played(session, 'c');
  expect([session.done, session.isLast, fakes.won.mock.calls.length]).toEqual([true, true, 1]);
});

test('another legal move is answered with advice and changes nothing', async () => {
  const session = await opened();
  await played(session, 'c');
  expect([session.said, session.done, session.now?.position]).toEqual(['Try a.', false, 'first']);
});

test('a hint shows the move until the step is done', async () => {
  const session = await opened();
  expect(session.arrows).toEqual([]);
  session.hinted = true;
  expect(session.arrows).toEqual([[1]]);
  await played(session, 'a');
  expect(session.arrows).toEqual([]);
});

test('a step that continues another restarts with the first of them', async () => {
  const session = await opened();
  await played(session, 'a');
  await session.enter(1);
  await session.again();
  expect([session.at, session.now?.position]).toEqual([0, 'first']);
});

test('a move that failed on its way can be played again', async () => {
  const session = await opened();
  fakes.position.mockRejectedValueOnce(new Error('No connection.'));
  await played(session, 'a');
  expect([session.trouble, session.done, session.now?.position]).toEqual(['No connection.', false, 'first']);
  await played(session, 'a');
  expect([session.trouble, session.done]).toEqual(['', true]);
});

test('after the lesson the learned side is played on this device', async () => {
  fakes.begin.mockResolvedValue({ match: 'here-1' });
  const session = await opened();
  await session.playFirst();
  const seats = { x: { kind: 'human' }, o: { kind: 'engine', level: 1 } };
  expect(fakes.begin).toHaveBeenCalledExactlyOnceWith('line', seats, { place: 'here' });
  expect(fakes.go).toHaveBeenCalledExactlyOnceWith('/play/here-1');
});
