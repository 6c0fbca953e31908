// Connections to matches on this device: closed early, broken by a failing engine, and their clocks.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const engine = vi.hoisted(() => ({ ask: vi.fn(), thoughts: vi.fn() }));
vi.mock('./engine', () => engine);
vi.mock('../play/seats', () => ({ tokens: () => ({ tigers: 'token' }) }));
vi.mock('./store', () => ({
  find: async (id: string) => ({ id }),
  all: async () => [{ id: 'here-2', events: [] }],
  put: async () => {},
  remove: async () => {},
}));

import { Refused } from '../api/errors';
import { act, Line, list } from './matches';

const state = {
  id: 'here-1',
  game: 'baghchal',
  version: 1,
  turn: 'goats',
  moves: [],
  outcome: null as object | null,
  offers: [],
};
const seats = { goats: { kind: 'engine', level: 1 }, tigers: { kind: 'human' } };
const clock = { control: { initial_ms: 60_000 } };

/** Sets the state of the match from now on. */
const stands = (how: object) =>
  engine.ask.mockImplementation(async ({ match }) => ({ match, happened: [], state: { ...state, ...how } }));

function line(id = 'here-1') {
  const made = new Line(id);
  const heard = { onopen: vi.fn(), onmessage: vi.fn(), onclose: vi.fn() };
  return Object.assign(made, heard);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

const looks = () => engine.ask.mock.calls.length;

test('a connection closed while loading sends nothing and leaves no timer', async () => {
  stands({ seats: {}, clock });
  const made = line();
  made.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
  for (const told of [made.onopen, made.onmessage, made.onclose]) expect(told).not.toHaveBeenCalled();
});

test('a connection closed before a failed load sends nothing', async () => {
  engine.ask.mockRejectedValue(new Error('Away.'));
  const made = line();
  made.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(made.onclose).not.toHaveBeenCalled();
});

test('clocks are polled while a connection is open', async () => {
  stands({ seats: {}, clock });
  const made = line();
  await vi.advanceTimersByTimeAsync(3000);
  expect(looks()).toBe(4);
  made.close();
  await vi.advanceTimersByTimeAsync(3000);
  expect(looks()).toBe(4);
});

test('a failing engine breaks the connection, and a new one restarts it', async () => {
  stands({ seats, clock });
  engine.thoughts.mockImplementation(async function* () {
    throw new Error('out of memory');
  });
  const made = line();
  await vi.advanceTimersByTimeAsync(0);
  expect(made.onopen).toHaveBeenCalledOnce();
  expect(made.onclose).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
  line();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.thoughts).toHaveBeenCalledTimes(2);
});

test('an engine that fails to answer a draw breaks the connection; a late answer does not', async () => {
  const offered = { seats, turn: 'tigers', draw_offer: 'tigers' };
  stands(offered);
  engine.thoughts.mockImplementation(async function* () {});
  const asked = engine.ask.getMockImplementation()!;
  engine.ask.mockImplementation((question) =>
    question.ask === 'act'
      ? Promise.reject(new Refused(409, { code: 'conflict', text: '' }, {}))
      : asked(question),
  );
  const made = line();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.ask).toHaveBeenCalledTimes(2);
  expect(made.onclose).not.toHaveBeenCalled();
  made.close();
  engine.thoughts.mockImplementation(async function* () {
    throw new Error('out of memory');
  });
  const other = line();
  await vi.advanceTimersByTimeAsync(0);
  expect(other.onclose).toHaveBeenCalledOnce();
});

test('a refused action restarts the interrupted engine', async () => {
  stands({ seats });
  const asked = engine.ask.getMockImplementation()!;
  engine.ask.mockImplementation((question) =>
    question.ask === 'act'
      ? Promise.reject(new Refused(422, { code: 'offered_already', text: '' }, {}))
      : asked(question),
  );
  const signals: AbortSignal[] = [];
  engine.thoughts.mockImplementation(async function* (_: object, given: AbortSignal) {
    signals.push(given);
    await new Promise((_, fail) => given.addEventListener('abort', () => fail(new Error('aborted'))));
  });
  const made = line();
  await vi.advanceTimersByTimeAsync(0);
  await expect(act('here-1', 'token', { type: 'offer_draw' })).rejects.toThrow(Refused);
  await vi.advanceTimersByTimeAsync(0);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(made.onclose).not.toHaveBeenCalled();
  made.close();
});

test('an engine thinks until the match is over', async () => {
  stands({ seats, clock });
  let signal: AbortSignal;
  engine.thoughts.mockImplementation(async function* (_: object, given: AbortSignal) {
    signal = given;
    await new Promise((_, fail) => given.addEventListener('abort', () => fail(new Error('aborted'))));
  });
  const made = line();
  await vi.advanceTimersByTimeAsync(3000);
  expect(engine.thoughts).toHaveBeenCalledOnce();
  expect(signal!.aborted).toBe(false);
  stands({ seats, clock, turn: null, outcome: { winner: 'tigers' } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(signal!.aborted).toBe(true);
  expect(made.onclose).not.toHaveBeenCalled();
  made.close();
});

test('clocks run while a match is open, not while it is only listed or closed', async () => {
  stands({ seats: {} });
  const asked = () => engine.ask.mock.lastCall![0] as { now_ms: number; since_ms: number };
  const run = () => asked().now_ms - asked().since_ms;
  const listed = async () => {
    await list();
    return run();
  };
  expect(await listed()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await listed()).toBe(0);
  const looks = async () => {
    const made = line('here-2');
    await vi.advanceTimersByTimeAsync(0);
    return made;
  };
  const first = await looks();
  expect(run()).toBe(0);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await listed()).toBe(3000);
  first.close();
  await vi.advanceTimersByTimeAsync(60_000);
  first.close();
  expect(await listed()).toBe(3000);
  const again = await looks();
  expect(run()).toBe(3000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await listed()).toBe(4000);
  again.close();
});
