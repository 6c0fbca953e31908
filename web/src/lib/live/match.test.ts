// Events of matches, reconnecting, and actions that were not answered.

import type { CloseReason, Socket } from 'chautari-client/connection';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Away, Refused } from '../api/errors';
import type { MatchHost } from '../api/matches';
import { signIn } from '../api/me.svelte';
import type { Action, MatchState } from '../api/types';
import { LiveMatch, type MatchEvents } from './match.svelte';

/** The connections made so far. */
let made: Socket[];
let act: ReturnType<typeof vi.fn<MatchHost['act']>>;
let look: ReturnType<typeof vi.fn<MatchHost['look']>>;
let kept: Map<string, string>;

const host = (): MatchHost => ({
  look,
  act,
  connect: () => {
    const socket: Socket = { onopen: null, onmessage: null, onclose: null, send: () => {}, close: () => {} };
    made.push(socket);
    return socket;
  },
});

const STATE = {
  id: 'a',
  version: 1,
  moves: [],
  outcome: null,
  rematch: null,
  clock: null,
  seats: {
    goats: { kind: 'person', id: 'p1', name: 'Asha' },
    tigers: { kind: 'person', id: 'p2', name: 'Bina' },
  },
} as unknown as MatchState;
const state = (more: object): MatchState => ({ ...STATE, ...more }) as MatchState;

const tell = (frame: object) => made.at(-1)!.onmessage!({ data: JSON.stringify(frame) });
const hangUp = (why: CloseReason = {}) => made.at(-1)!.onclose?.(why);

/** Records all events of a match. */
function recorded(match: LiveMatch): string[] {
  const seen: string[] = [];
  const names: (keyof MatchEvents)[] = [
    'loaded',
    'moved',
    'takenBack',
    'ended',
    'seated',
    'rematch',
    'declined',
    'refused',
    'missing',
  ];
  for (const name of names) match.on(name, () => seen.push(name));
  return seen;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [made, kept] = [[], new Map()];
  [act, look] = [vi.fn(), vi.fn()];
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const keepSent = (side: string, action: Action) =>
  kept.set('chautari.sent.a', JSON.stringify({ command: 'c', version: 1, side, action }));

test('each change is one event, whichever way the states arrive', async () => {
  const match = new LiveMatch('a', { goats: 'token' }, host());
  const seen = recorded(match);
  tell({ type: 'state', state: state({ seats: { ...STATE.seats, tigers: { kind: 'open' } } }) });
  tell({ type: 'event', state: state({ version: 2 }), event: { type: 'seated', side: 'tigers' } });
  // The response to an own action arrives before its event.
  act.mockResolvedValue({ state: state({ version: 3, moves: ['mC3'] }) });
  match.act('goats', { type: 'move', move: 'mC3' });
  await vi.advanceTimersByTimeAsync(0);
  tell({ type: 'event', state: state({ version: 3, moves: ['mC3'] }), event: { type: 'moved' } });
  tell({ type: 'event', state: state({ version: 4, moves: [] }), event: { type: 'taken_back' } });
  // After a lost connection a state may skip several versions.
  const over = { version: 9, moves: ['mC3', 'mA1A2'], outcome: { winner: null }, rematch: { match: 'b' } };
  tell({ type: 'state', state: state(over) });
  tell({ type: 'state', state: state(over) });
  tell({ type: 'state', state: state({ version: 4 }) });
  expect(seen).toEqual(['loaded', 'seated', 'moved', 'takenBack', 'moved', 'ended', 'rematch']);
  expect(match.state?.version).toBe(9);
  match.close();
});

test('a declined offer is told with its side, until the next event', () => {
  const match = new LiveMatch('a', {}, host());
  tell({ type: 'state', state: STATE });
  tell({ type: 'event', state: state({ version: 2 }), event: { type: 'draw_declined', side: 'tigers' } });
  expect(match.declined).toEqual({ what: 'draw', side: 'tigers' });
  tell({ type: 'event', state: state({ version: 3 }), event: { type: 'moved', side: 'goats' } });
  expect(match.declined).toBeUndefined();
  match.close();
});

test('a listener that was removed hears nothing', () => {
  const match = new LiveMatch('a', {}, host());
  const heard = vi.fn();
  match.on('moved', heard)();
  tell({ type: 'state', state: STATE });
  tell({ type: 'state', state: state({ version: 2, moves: ['mC3'] }) });
  expect(heard).not.toHaveBeenCalled();
  match.close();
});

test('a connection that keeps breaking at once is reopened ever more rarely', async () => {
  const match = new LiveMatch('a', {}, host());
  const breaks = async (after: number) => {
    tell({ type: 'state', state: STATE });
    await vi.advanceTimersByTimeAsync(after);
    hangUp();
  };
  for (let lines = 1; lines < 10; lines++) {
    await breaks(0);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(made.length).toBe(lines + 1);
  }
  await breaks(0);
  expect(match.line).toBe('lost');
  await vi.advanceTimersByTimeAsync(5000);
  expect(made.length).toBe(10);
  // After a stable connection the delay is short again.
  await vi.advanceTimersByTimeAsync(10_000);
  await breaks(6000);
  await vi.advanceTimersByTimeAsync(600);
  expect(made.length).toBe(12);
  match.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('a match that does not exist is missing, and not asked for again', async () => {
  look.mockRejectedValue(new Refused(404, { code: 'missing', text: 'Missing.' }, {}));
  const match = new LiveMatch('a', {}, host());
  const seen = recorded(match);
  hangUp();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([match.missing, made.length, seen]).toEqual([true, 1, ['missing']]);
});

test('an action without an answer is sent again under its command', async () => {
  act.mockRejectedValueOnce(new Away('lost')).mockResolvedValue({ state: state({ version: 2 }) });
  const match = new LiveMatch('a', { goats: 'token' }, host());
  tell({ type: 'state', state: STATE });
  match.act('goats', { type: 'resign' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(act).toHaveBeenCalledTimes(2);
  expect(act.mock.calls[0]).toEqual(act.mock.calls[1]);
  expect([match.waiting, kept.size]).toEqual([undefined, 0]);
  match.close();
});

test('a refused action is told, and a conflict brings the current state', async () => {
  const conflict = { state: state({ version: 5 }) };
  act.mockRejectedValue(new Refused(409, { code: 'conflict', text: 'Too late.' }, conflict));
  const match = new LiveMatch('a', { goats: 'token' }, host());
  const why = vi.fn();
  match.on('refused', why);
  tell({ type: 'state', state: STATE });
  match.act('goats', { type: 'resign' });
  await vi.advanceTimersByTimeAsync(0);
  expect(why).toHaveBeenCalledWith({ code: 'conflict', text: 'Too late.' });
  expect([match.state?.version, match.waiting]).toEqual([5, undefined]);
  match.close();
});

test('an unsent move is sent after a reload, with the account’s key for a seat held by name', async () => {
  keepSent('goats', { type: 'move', move: 'C3' });
  signIn({ person: 'p1', name: 'Asha', token: 'her-key' });
  act.mockResolvedValue({ state: state({ version: 2 }) });
  const match = new LiveMatch('a', {}, host());
  tell({ type: 'state', state: STATE });
  await vi.advanceTimersByTimeAsync(0);
  expect(act).toHaveBeenCalledExactlyOnceWith('a', expect.objectContaining({ command: 'c' }), 'her-key');
  expect([match.waiting, kept.size]).toEqual([undefined, 0]);
  match.close();
});

test('an unsent action for a foreign seat is dropped', async () => {
  keepSent('tigers', { type: 'resign' });
  const match = new LiveMatch('a', {}, host());
  tell({ type: 'state', state: STATE });
  await vi.advanceTimersByTimeAsync(0);
  expect(act).not.toHaveBeenCalled();
  expect(kept.size).toBe(0);
  match.close();
});
