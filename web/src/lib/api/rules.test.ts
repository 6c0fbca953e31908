// The choice of rules: the server's until the module is loaded, and the module's if the server is away.

import { beforeEach, expect, test, vi } from 'vitest';
import { Away, Refused } from './errors';
import { NearestRules, type Rules } from './rules';
import type { Position } from './types';

const answers = (from: string): Rules => ({
  games: vi.fn(async () => [{ id: from } as never]),
  game: vi.fn(async () => ({ id: from }) as never),
  position: vi.fn(async () => ({ position: from }) as Position),
  remarks: vi.fn(async () => [{ code: from } as never]),
  review: vi.fn(async () => ({ turn: from }) as never),
  thoughts: async function* () {
    yield { move: from } as never;
  },
});

let here: Rules;
let server: Rules;
let ready: boolean;
let canLoad: boolean;
let nearest: NearestRules;

beforeEach(() => {
  [here, server, ready, canLoad] = [answers('here'), answers('server'), false, true];
  nearest = new NearestRules(here, server, {
    isReady: () => ready,
    load: async () => {
      if (!canLoad) throw new Error('no module');
    },
  });
});

const asked = async (question = {}) => (await nearest.position('gomoku', question)).position;
const thinker = async () => (await nearest.thoughts('gomoku', {}, new AbortController().signal).next()).value;

test('the server answers until the module is loaded', async () => {
  expect(await asked()).toBe('server');
  ready = true;
  expect(await asked()).toBe('here');
});

test('the module answers while the server is away', async () => {
  vi.mocked(server.position).mockRejectedValue(new Away('lost'));
  expect(await asked()).toBe('here');
  expect(await asked({ value: 'exact' })).toBe('here');
  expect(here.position).toHaveBeenLastCalledWith('gomoku', {});
});

test('a busy server is not replaced, and a refusal is final', async () => {
  vi.mocked(server.position).mockRejectedValue(new Away('busy', { code: 'rate', text: 'Please wait.' }));
  await expect(asked()).rejects.toThrow(Away);
  const refusal = new Refused(422, { code: 'rule', text: 'No.' }, {});
  vi.mocked(server.position).mockRejectedValue(refusal);
  await expect(asked()).rejects.toBe(refusal);
  expect(here.position).not.toHaveBeenCalled();
});

test('without server and module the error is that of the server', async () => {
  const away = new Away('lost');
  vi.mocked(server.position).mockRejectedValue(away);
  vi.mocked(here.position).mockRejectedValue(new Error('no module'));
  await expect(asked()).rejects.toBe(away);
});

test('exact values come from the server, even once the module is loaded', async () => {
  ready = true;
  expect(await asked({ value: 'exact' })).toBe('server');
});

test('a review has the exact value of the server', async () => {
  const value = { winner: 'goats', plies: 3 };
  vi.mocked(server.position).mockResolvedValue({ value, move_values: [] } as unknown as Position);
  const { signal } = new AbortController();
  expect((await nearest.review('baghchal', { moves: ['a'] }, signal)).turn).toBe('here');
  const known = { value, move_values: [] };
  expect(here.review).toHaveBeenCalledWith('baghchal', { moves: ['a'] }, signal, known);
  canLoad = false;
  expect((await nearest.review('baghchal', {}, signal)).turn).toBe('server');
});

test('searches run in this browser if the module can be loaded', async () => {
  expect(await thinker()).toEqual({ move: 'here' });
  canLoad = false;
  expect(await thinker()).toEqual({ move: 'server' });
});
