// Tournament requests, of players and hosts.

import { translate } from '../i18n/i18n.svelte';
import { go } from '../shell/route.svelte';
import { store, stored } from '../shell/storage';
import { call, createOnce, get } from './http';
import { me } from './me.svelte';
import type {
  Control,
  Entrance,
  Format,
  FormatRules,
  NextRound,
  Player,
  Roster,
  Season,
  SeasonSummary,
  Tournament,
  TournamentCost,
  TournamentGame,
  TournamentLimits,
  TournamentSummary,
} from './types';

export type {
  Entrance,
  Format,
  FormatRules,
  NextRound,
  Roster,
  Season,
  SeasonSummary,
  Tournament,
  TournamentGame,
  TournamentSummary,
};

export type Rules = FormatRules['rules'];

/** Returns the formats with their rules, those that suit most tournaments first. */
export const formats = async (): Promise<FormatRules[]> =>
  (await get<TournamentLimits>('/tournaments/limits')).formats;

export const formatName = (rules: Rules) => translate(rules.title);

export const hasRounds = (rules: Rules) => rules.paired_by === 'rounds';

export interface Plan {
  name: string;
  game: string;
  format: Format;
  rounds?: number;
  games_per_pair?: number;
  players: Player[];
  clock?: Control;
  entrance: Entrance;
  waits?: boolean;
  starts_ms?: number;
  lasts_ms?: number;
  next_round?: NextRound;
  break_ms?: number;
  no_show_ms?: number;
  rated?: boolean;
  season?: string;
}

export async function tournaments(state: 'live' | 'ended', limit = 12): Promise<TournamentSummary[]> {
  return (await get<{ tournaments: TournamentSummary[] }>(`/tournaments?state=${state}&limit=${limit}`))
    .tournaments;
}

export const tournament = (id: string) => get<Tournament>(`/tournaments/${id}`);

/** Returns the tournament with this join code. */
export const byCode = (code: string) =>
  get<TournamentSummary>(`/tournaments/codes/${encodeURIComponent(code.trim())}`);

/** The size of a planned tournament. */
interface Size {
  format: Format;
  players: number;
  house: number;
  rounds?: number;
  games_per_pair: number;
}

/** Returns the cost of a planned tournament. */
export async function cost(size: Size): Promise<TournamentCost | null> {
  const asked = new URLSearchParams(Object.entries(size).map(([name, value]) => [name, String(value)]));
  return (await get<TournamentLimits>(`/tournaments/limits?${asked}`)).asked;
}

const TOKEN = 'chautari.tournament.';

/** Creates a tournament. Its creator is the host, by name and by the token stored in this browser. */
export async function create(plan: Plan): Promise<string> {
  const made = await createOnce<{ tournament: string; token: string }>('/tournaments', plan, me.now?.key);
  localStorage.setItem(TOKEN + made.tournament, made.token);
  return made.tournament;
}

/** Returns the key for host actions: the token from its creation, or the host's own key. */
export function hostKey(cup: { id: string; host?: string }): string | undefined {
  const token = localStorage.getItem(TOKEN + cup.id);
  return token ?? (cup.host && cup.host === me.now?.person ? me.now?.key : undefined);
}

/** Returns the ids of the tournaments created in this browser. */
export const begunHere = () =>
  Object.keys(localStorage).flatMap((key) => (key.startsWith(TOKEN) ? [key.slice(TOKEN.length)] : []));

export const start = (id: string, anyway: boolean, key: string) =>
  call<Tournament>('POST', `/tournaments/${id}/start`, { anyway }, key);
export const steer = (id: string, how: 'pause' | 'resume' | 'undo-pairing', key: string) =>
  call<Tournament>('POST', `/tournaments/${id}/${how}`, undefined, key);
/** Begins a round. The number makes it safe to repeat. */
export const beginRound = (id: string, round: number, key: string) =>
  call<Tournament>('POST', `/tournaments/${id}/next-round`, { round }, key);
export const readmit = (id: string, player: string, key: string) =>
  call<Tournament>('POST', `/tournaments/${id}/readmit`, { player }, key);
export const withdraw = (id: string, player: string | undefined, key: string) =>
  call<Tournament>('POST', `/tournaments/${id}/withdraw`, player ? { player } : {}, key);
export const forfeit = (id: string, player: string, key: string) =>
  call<Tournament>('POST', `/tournaments/${id}/forfeit`, { player }, key);
export const repair = (id: string, meetings: [string, string][], free: string[], key: string) =>
  call<Tournament>('POST', `/tournaments/${id}/repair`, { meetings, free }, key);
export const join = (id: string, code: string | undefined, key: string) =>
  call<Tournament>('POST', `/tournaments/${id}/join`, code ? { code } : {}, key);
export const roster = (id: string, key: string) =>
  call<Roster>('GET', `/tournaments/${id}/roster`, undefined, key);

/** A printed card: a player's name and key. */
export interface Card {
  asked: string;
  name: string;
  token: string;
}

const CARDS = 'chautari.cards.';

export const cards = (id: string): Card[] => stored<Card[]>(CARDS + id, []);

export const forgetCards = (id: string) => localStorage.removeItem(CARDS + id);

/** Adds players and stores their cards in this browser, since the server returns the keys only once. */
export async function makeCards(id: string, names: string[], key: string): Promise<Card[]> {
  const made = await createOnce<{ cards: Card[] }>(`/tournaments/${id}/roster`, { names }, key);
  const all = [...cards(id), ...made.cards.map(({ asked, name, token }) => ({ asked, name, token }))];
  localStorage.setItem(CARDS + id, JSON.stringify(all));
  return all;
}

/** Adds the players of another tournament of the same host; they keep their cards. */
export const enterAgain = (id: string, from: string, key: string) =>
  createOnce<{ again: number }>(`/tournaments/${id}/roster`, { from }, key);

/** The link of a card. The key is after #, which browsers do not send. */
export const cardLink = (id: string, card: Card) => `${location.origin}/card/${id}#${card.token}`;

export const seasons = (key: string) => call<SeasonSummary[]>('GET', '/seasons', undefined, key);
export const beginSeason = (name: string, key: string) =>
  createOnce<SeasonSummary>('/seasons', { name }, key);
export const season = (id: string) => get<Season>(`/seasons/${id}`);

/** Opens the next game of a tournament once, not again on every later visit. */
const GONE = 'chautari.gone';
export function goOnce(match: string): void {
  const gone = stored<string[]>(GONE, [], 'session');
  if (gone.includes(match)) return;
  store(GONE, [...gone.slice(-20), match], 'session');
  go(`/play/${match}`);
}
