// Tournaments, as the server tells of them, and what their hosts and players ask of them.

import { backoff } from 'chautari-client/http';
import { call, createOnce, get } from './api';
import { me } from './me.svelte';
import { go } from '../shell/route.svelte';
import { t } from '../i18n/i18n.svelte';
import type { Control, Entrance, Format, Roster, Season, SeasonSummary, Player, Tournament, TournamentCost, TournamentGame, TournamentSummary } from './types';

export type { Entrance, Format, Roster, Season, SeasonSummary, Tournament, TournamentGame, TournamentSummary };

export const FORMATS: Format[] = ['swiss', 'round_robin', 'double_round_robin', 'knockout', 'arena', 'gauntlet'];

export const formatName = (format: Format) => (format === 'swiss' ? t('Swiss') : t(format).replaceAll('_', ' '));

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
  no_show_ms?: number;
  rated?: boolean;
  season?: string;
}

export async function tournaments(state: 'live' | 'ended', limit = 12): Promise<TournamentSummary[]> {
  return (await get<{ tournaments: TournamentSummary[] }>(`/tournaments?state=${state}&limit=${limit}`)).tournaments;
}

/** A tournament now, and again whenever something has happened in it. Returns how to stop. */
export function follow(id: string, told: (now: Tournament) => void, lost: () => void): () => void {
  let stop = () => {};
  let tries = 0;
  const open = () => {
    const stream = new EventSource(`/api/v1/tournaments/${id}/live`);
    stop = () => stream.close();
    stream.addEventListener('tournament', (event) => {
      tries = 0;
      const now: Tournament = JSON.parse(event.data);
      told(now);
      // The server closes the stream of a tournament that is over; there is nothing to come back for.
      if (now.state === 'ended') stream.close();
    });
    stream.onerror = () => {
      lost();
      // What breaks is made anew by the browser; what is refused, as while a server starts, is not.
      if (stream.readyState !== EventSource.CLOSED) return;
      const again = setTimeout(open, backoff(tries++));
      stop = () => clearTimeout(again);
    };
  };
  open();
  return () => stop();
}

export const tournament = (id: string) => get<Tournament>(`/tournaments/${id}`);

/** Where the code leads that somebody read out. */
export const byCode = (code: string) => get<TournamentSummary>(`/tournaments/codes/${encodeURIComponent(code.trim())}`);

/** A tournament somebody thinks of. */
interface Size { format: Format; players: number; house: number; rounds?: number; games_per_pair: number }

/** What it would cost, before it is begun. */
export async function cost(size: Size): Promise<TournamentCost | null> {
  const asked = new URLSearchParams(Object.entries(size).map(([name, value]) => [name, String(value)]));
  return (await get<{ asked: TournamentCost | null }>(`/tournaments/limits?${asked}`)).asked;
}

const TOKEN = 'chautari.tournament.';

/** Begins one; whoever began it is its host, by their name and by the token that stays in this browser. */
export async function create(plan: Plan): Promise<string> {
  const made = await createOnce<{ tournament: string; token: string }>('/tournaments', plan, me.now?.key);
  localStorage.setItem(TOKEN + made.tournament, made.token);
  return made.tournament;
}

/** What opens a tournament to its host: the token it was begun with, or the host's own key. */
export function hostKey(cup: { id: string; host?: string }): string | undefined {
  const token = localStorage.getItem(TOKEN + cup.id);
  return token ?? (cup.host && cup.host === me.now?.person ? me.now?.key : undefined);
}

/** The tournaments this browser has begun. */
export const begunHere = () => Object.keys(localStorage).flatMap((key) => (key.startsWith(TOKEN) ? [key.slice(TOKEN.length)] : []));

export const steer = (id: string, how: 'start' | 'pause' | 'resume', key: string) => call<Tournament>('POST', `/tournaments/${id}/${how}`, undefined, key);
export const withdraw = (id: string, player: string | undefined, key: string) => call<Tournament>('POST', `/tournaments/${id}/withdraw`, player ? { player } : {}, key);
export const forfeit = (id: string, player: string, key: string) => call<Tournament>('POST', `/tournaments/${id}/forfeit`, { player }, key);
export const repair = (id: string, meetings: [string, string][], free: string[], key: string) => call<Tournament>('POST', `/tournaments/${id}/repair`, { meetings, free }, key);
export const join = (id: string, code: string | undefined, key: string) => call<Tournament>('POST', `/tournaments/${id}/join`, code ? { code } : {}, key);
export const roster = (id: string, key: string) => call<Roster>('GET', `/tournaments/${id}/roster`, undefined, key);

/** A name with its key, for somebody to be handed. */
export interface Card { asked: string; name: string; token: string }

const CARDS = 'chautari.cards.';

export const cards = (id: string): Card[] => JSON.parse(localStorage.getItem(CARDS + id) ?? '[]');

export const forgetCards = (id: string) => localStorage.removeItem(CARDS + id);

/** Enters people and keeps their cards in this browser until they are handed out: they are told once. */
export async function makeCards(id: string, names: string[], key: string): Promise<Card[]> {
  const made = await createOnce<{ cards: Card[] }>(`/tournaments/${id}/roster`, { names }, key);
  const all = [...cards(id), ...made.cards.map(({ asked, name, token }) => ({ asked, name, token }))];
  localStorage.setItem(CARDS + id, JSON.stringify(all));
  return all;
}

/** Lets those play who have cards from another tournament of this host. */
export const enterAgain = (id: string, from: string, key: string) => createOnce<{ again: number }>(`/tournaments/${id}/roster`, { from }, key);

/** What a card leads to: behind the #, which browsers send to nobody. */
export const cardLink = (id: string, card: Card) => `${location.origin}/card/${id}#${card.token}`;

export const seasons = (key: string) => call<SeasonSummary[]>('GET', '/seasons', undefined, key);
export const beginSeason = (name: string, key: string) => createOnce<SeasonSummary>('/seasons', { name }, key);
export const season = (id: string) => get<Season>(`/seasons/${id}`);

/** The next game of a tournament is to be gone to once, not again whenever somebody looks at the tournament. */
const GONE = 'chautari.gone';
export function goOnce(match: string): void {
  const gone: string[] = JSON.parse(sessionStorage.getItem(GONE) ?? '[]');
  if (gone.includes(match)) return;
  sessionStorage.setItem(GONE, JSON.stringify([...gone.slice(-20), match]));
  go(`/play/${match}`);
}
