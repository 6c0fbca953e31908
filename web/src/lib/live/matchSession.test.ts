// A match on its page: seats, offers, refusals, announcements and premoves.

import type { Socket } from 'chautari-client/connection';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({
  act: vi.fn(),
  look: vi.fn(),
  connect: vi.fn(),
  sitDown: vi.fn(),
  go: vi.fn(),
  sounds: {
    moved: vi.fn(),
    captured: vi.fn(),
    came: vi.fn(),
    refused: vi.fn(),
    won: vi.fn(),
    lost: vi.fn(),
    drawn: vi.fn(),
  },
}));
const GAME = { id: 'line', name: 'Line', sides: ['white', 'black'], rules: [] };
vi.mock('../api/matches', () => ({
  hostOf: () => ({ act: fakes.act, look: fakes.look, connect: fakes.connect }),
  begin: async (game: string) => ({ match: game, seats: {} }),
  seated: ({ match }: { match: string }) => `/play/${match}`,
  begun: async () => {},
}));
vi.mock('../api/people', () => ({ report: vi.fn(), sendChat: vi.fn(), sitDown: fakes.sitDown }));
vi.mock('../api/rules', () => ({
  games: async () => [],
  gameOf: async () => GAME,
  position: async (_: string, { moves }: { moves: string[] }) => ({ scene: { moves } }),
}));
vi.mock('../i18n/errorText', () => ({
  errorText: (error: Error) => error.message,
  complaintText: ({ text }: { text: string }) => text,
  resultText: ({ winner }: { winner: string | null }) => (winner ? `${winner} won` : 'drawn'),
  whyIllegal: async (..._: unknown[]) => ({ text: 'illegal', points: [] }),
}));
vi.mock('../i18n/i18n.svelte', () => ({
  t: (text: string, ...values: string[]) => text.replace(/\{(\d)\}/g, (_, i) => values[Number(i)] ?? ''),
  title: (text: string) => text,
  translate: (text: string) => text,
  number: String,
  sideWord: (text: string) => text,
  fullStop: () => '.',
}));
vi.mock('../play/format', () => ({
  gameFamilies: (games: object[]) => games.map((game) => ({ game, variants: [] })),
  playerText: ({ name }: { name: string }) => name,
  plySpoken: ({ move }: { move: string }) => move,
  profilePath: (name: string) => `/people/${name}`,
  turnText: ({ turn }: { turn: string }) => `${turn} to move`,
}));
vi.mock('../play/games', () => ({
  aim: () => 'Win.',
  easierSide: () => 'white',
  familyOf: (id: string) => id,
}));
vi.mock('../play/coach.svelte', () => ({
  Coach: class {
    static helps = () => false;
    on = false;
    leave() {}
  },
}));
vi.mock('../shell/route.svelte', () => ({ address: (to: string) => to, go: fakes.go, route: { path: [] } }));
vi.mock('../shell/settings.svelte', () => ({ settings: { ahead: 'on' } }));
vi.mock('../shell/sound', () => ({ sounds: fakes.sounds }));
vi.mock('./lobby.svelte', () => ({ lobby: {} }));

import { Refused } from '../api/errors';
import { signIn } from '../api/me.svelte';
import type { MatchState, LegalMove } from '../api/types';
import { MatchSession } from './matchSession.svelte';

let socket: Socket;
let kept: Map<string, string>;

const SCENE = {
  board: { look: 'squares', points: [] },
  marks: [],
  pieces: [],
  prompt: 'Move.',
  turn: 'white',
};
const STATE = {
  id: 'a',
  game: 'line',
  version: 1,
  moves: [],
  legal_moves: [],
  history: [],
  scene: SCENE,
  turn: 'white',
  outcome: null,
  rematch: null,
  clock: null,
  seats: { white: { kind: 'human' }, black: { kind: 'human' } },
};
const legalMove = (move: string, ...points: number[]) =>
  ({ move, human: move, points }) as unknown as LegalMove;

const hear = (more: object) =>
  socket.onmessage!({ data: JSON.stringify({ type: 'state', state: { ...STATE, ...more } }) });
/** Waits for requests, but not for a refusal to fade. */
const settle = () => vi.advanceTimersByTimeAsync(1);

/** Opens a match with the tokens of some sides. */
async function opened(mine: string[], more: object = {}): Promise<MatchSession> {
  localStorage.setItem(
    'chautari.seats.a',
    JSON.stringify(Object.fromEntries(mine.map((side) => [side, `token of ${side}`]))),
  );
  const session = new MatchSession('a');
  hear(more);
  await settle();
  return session;
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  fakes.connect.mockImplementation(() => {
    socket = { onopen: null, onmessage: null, onclose: null, send: () => {}, close: () => {} };
    return socket;
  });
  kept = new Map();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('location', { hash: '', origin: 'http://there' });
  vi.stubGlobal('scrollTo', () => {});
});
afterEach(() => void vi.useRealTimers());

test('the board is turned to the own side, and the match is remembered', async () => {
  const session = await opened(['black']);
  expect([session.me, session.theirs, session.turned, session.myTurn]).toEqual([
    'black',
    'white',
    true,
    false,
  ]);
  expect(JSON.parse(kept.get('chautari.games')!)).toEqual([{ id: 'a', game: 'line', over: false }]);
  session.close();
});

test('a watcher has no side and is told so', async () => {
  const session = await opened([]);
  session.idle(3);
  expect([session.me, session.seated, session.turned]).toEqual([undefined, false, false]);
  expect(session.complaint).toEqual({ text: 'You are watching.', points: [3] });
  expect(session.profile('white')).toBeUndefined();
  session.close();
});

test('a refusal fades', async () => {
  const session = await opened(['white'], { outcome: { winner: null } });
  session.idle(1);
  expect(session.complaint?.text).toBe('The game is over.');
  await vi.advanceTimersByTimeAsync(7000);
  expect(session.complaint).toBeUndefined();
  session.close();
});

test('a win against the engine is announced with the last move, cheered, and leads on', async () => {
  const session = await opened(['white'], {
    seats: { white: { kind: 'human' }, black: { kind: 'engine', level: 1 } },
  });
  expect(session.advice).toBe('Win.');
  hear({
    version: 2,
    moves: ['a1'],
    history: [{ side: 'white', move: 'a1' }],
    turn: null,
    outcome: { winner: 'white' },
    seats: { white: { kind: 'human' }, black: { kind: 'engine', level: 1 } },
  });
  await settle();
  expect(session.announced).toBe('white: a1. white won');
  expect([session.result, session.cheers, fakes.sounds.won.mock.calls.length]).toEqual(['won', true, 1]);
  expect(session.next).toMatchObject({ game: 'line', side: 'black', level: 1, text: 'Next: play black' });
  expect([session.again, session.advice]).toEqual([undefined, undefined]);
  session.close();
});

test('a loss offers the same game again; a draw neither cheers nor leads on', async () => {
  const seats = { white: { kind: 'human' }, black: { kind: 'engine', level: 3 } };
  const lost = await opened(['white'], { seats });
  hear({ version: 2, seats, turn: null, outcome: { winner: 'black' } });
  expect(['white', 'black'].map((side) => lost.points(side))).toEqual(['0', '1']);
  expect([lost.result, lost.announced, lost.cheers]).toEqual(['lost', 'black won', false]);
  expect(lost.again).toEqual({ game: 'line', side: 'white', level: 3 });
  lost.close();
  const drawn = await opened(['white'], { seats });
  hear({ version: 2, seats, turn: null, outcome: { winner: null } });
  expect(drawn.points('white')).toBe('½');
  expect([drawn.result, drawn.next, drawn.again]).toEqual(['drawn', undefined, undefined]);
  expect([fakes.sounds.lost.mock.calls.length, fakes.sounds.drawn.mock.calls.length]).toEqual([1, 1]);
  drawn.close();
});

test('with both seats each offer is accepted by the other side', async () => {
  fakes.act.mockResolvedValue({ state: { ...STATE, version: 3 } });
  const session = await opened(['white', 'black']);
  hear({ version: 2, draw_offer: 'white' });
  session.acceptOwn();
  await settle();
  expect(fakes.act).toHaveBeenCalledExactlyOnceWith(
    'a',
    expect.objectContaining({ action: { type: 'accept_draw' } }),
    'token of black',
  );
  session.close();
});

test('with both seats the side that moved asks to take back', async () => {
  fakes.act.mockReturnValue(new Promise(() => {}));
  const session = await opened(['white', 'black']);
  hear({ version: 2, moves: ['a1'], turn: 'black' });
  expect(session.me).toBe('black');
  session.act({ type: 'offer_takeback' });
  expect(fakes.act.mock.calls[0]![2]).toBe('token of white');
  session.close();
});

test('a seat held by name is opened with the key of the account', async () => {
  const session = await opened([], {
    seats: { white: { kind: 'person', id: 'p', name: 'Asha' }, black: { kind: 'open' } },
  });
  signIn({ person: 'p', name: 'Asha', token: 'my key' });
  session.openOwnSeats();
  expect([session.tokens.white, session.mine, session.openSide]).toEqual(['my key', ['white'], 'black']);
  session.close();
});

test('taking a seat that is gone is explained', async () => {
  fakes.sitDown.mockRejectedValue(new Error('The seat is taken.'));
  const session = await opened([]);
  await session.sit();
  expect([session.complaint?.text, session.seated]).toEqual(['The seat is taken.', false]);
  session.close();
});

test('a move planned ahead is played once it is legal, or explained', async () => {
  fakes.act.mockReturnValue(new Promise(() => {}));
  const session = await opened(['white'], { turn: 'black', scene: { ...SCENE, pieces: [{ at: 1 }] } });
  session.idle(1);
  session.idle(2);
  expect(session.ahead).toEqual([1, 2]);
  session.playAhead();
  expect(fakes.act).not.toHaveBeenCalled();
  hear({ version: 2, moves: ['b1'], turn: 'white', legal_moves: [legalMove('a1a2', 1, 2)] });
  session.playAhead();
  expect(fakes.act.mock.calls[0]![1]).toMatchObject({ action: { type: 'move', move: 'a1a2' } });
  expect(session.ahead).toEqual([]);
  session.close();
});

test('a premove that became illegal is dropped with a reason', async () => {
  const session = await opened(['white'], { turn: 'black' });
  session.idle(7);
  hear({ version: 2, moves: ['b1'], turn: 'white', legal_moves: [legalMove('a1', 8)] });
  session.playAhead();
  expect([session.ahead, session.complaint]).toEqual([
    [],
    { text: 'The move planned ahead cannot be played.', points: [7] },
  ]);
  session.close();
});

test('looking back shows an earlier position until the next move', async () => {
  const session = await opened(['white'], { moves: ['a1', 'b1'] });
  await session.look(1);
  expect([session.past?.ply, session.scene, session.myTurn]).toEqual([1, { moves: ['a1'] }, false]);
  session.idle(4);
  expect(session.complaint?.text).toMatch('This is an earlier move.');
  hear({ version: 2, moves: ['a1', 'b1', 'c1'] });
  expect([session.past, session.complaint]).toEqual([undefined, undefined]);
  session.close();
});

test('a refused move is explained', async () => {
  fakes.act.mockRejectedValue(new Refused(409, { code: 'banned', text: 'It is banned.', points: [5] }, {}));
  const session = await opened(['white'], { legal_moves: [legalMove('a1', 5)] });
  await session.play(legalMove('a1', 5));
  await settle();
  expect(session.complaint).toEqual({ text: 'It is banned.', points: [5] });
  session.close();
});

test('the rematch is opened once, with the tokens of the other sides', async () => {
  const session = await opened(['white']);
  hear({ version: 2, rematch: { match: 'b' } } as Partial<MatchState>);
  await settle();
  await session.goToRematch('b');
  expect(fakes.go).toHaveBeenCalledExactlyOnceWith('/play/b');
  expect(JSON.parse(kept.get('chautari.seats.b')!)).toEqual({ black: 'token of white' });
  session.close();
});
