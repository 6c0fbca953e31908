// Tournaments, as the server tells of them.

import { get, post } from './api';
import type { Control, Ended } from './types';

export const FORMATS = ['round_robin', 'double_round_robin', 'swiss', 'gauntlet'] as const;
export type Format = (typeof FORMATS)[number];

export interface TournamentSummary { id: string; name: string; game: string; format: Format; state: string; players: number }

export interface Pairing { sides: Record<string, number>; match: string | null; outcome: Ended | null }

export interface Tournament {
  id: string;
  name: string;
  game: string;
  format: Format;
  state: 'running' | 'paused' | 'ended';
  players: { name: string }[];
  standings: { player: number; rank: number; points: number; wins: number; draws: number; losses: number }[];
  crosstable: (string | null)[][];
  rounds: { round: number; pairings: Pairing[] }[];
}

export type Entrant = { bot: string } | { engine: number } | { random: true };

export interface Plan {
  name: string;
  game: string;
  format: Format;
  rounds?: number;
  players: Entrant[];
  clock?: Control;
}

export async function tournaments(): Promise<TournamentSummary[]> {
  return (await get<{ tournaments: TournamentSummary[] }>('/tournaments')).tournaments;
}

export const tournament = (id: string) => get<Tournament>(`/tournaments/${id}`);

/** Begins one; whoever began it may pause it, with the token that stays in this browser. */
export async function create(plan: Plan): Promise<string> {
  const made = await post<{ tournament: string; token: string }>('/tournaments', plan);
  localStorage.setItem(`chautari.tournament.${made.tournament}`, made.token);
  return made.tournament;
}

export const ownToken = (id: string) => localStorage.getItem(`chautari.tournament.${id}`) ?? undefined;

export const steer = (id: string, how: 'pause' | 'resume') => post(`/tournaments/${id}/${how}`, {}, ownToken(id));
