// Tournaments, as the server tells of them.

import { get, post } from './api';
import type { Control, Format, Sitter, Tournament, TournamentGame, TournamentSummary } from './types';

export type { Format, Tournament, TournamentGame, TournamentSummary };

export const FORMATS: Format[] = ['round_robin', 'double_round_robin', 'swiss', 'gauntlet'];

export interface Plan {
  name: string;
  game: string;
  format: Format;
  rounds?: number;
  players: Sitter[];
  clock?: Control;
}

export async function tournaments(state: 'live' | 'ended', limit = 12): Promise<TournamentSummary[]> {
  return (await get<{ tournaments: TournamentSummary[] }>(`/tournaments?state=${state}&limit=${limit}`)).tournaments;
}

/** A tournament now, and again whenever something has happened in it. Returns how to stop. */
export function follow(id: string, told: (now: Tournament) => void, lost: () => void): () => void {
  const stream = new EventSource(`/api/v1/tournaments/${id}/live`);
  stream.addEventListener('tournament', (event) => {
    const now: Tournament = JSON.parse(event.data);
    told(now);
    // The server closes the stream of a tournament that is over; there is nothing to come back for.
    if (now.state === 'ended') stream.close();
  });
  stream.onerror = lost;
  return () => stream.close();
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
