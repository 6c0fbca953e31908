// What people ask of each other.

import { call, createOnce } from './api';
import { me } from './me.svelte';
import type { Control, Invitation, OfferTerms, Phrase } from './types';

const mine = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => call<T>(method, path, body, me.now?.key);

export type Terms = OfferTerms;

/** Sits down with whoever wants the same, or waits in the lobby. */
export const playNow = (terms: Terms) => createOnce<{ match: string | null; invitation: Invitation | null }>('/play-now', terms, me.now?.key);

export async function challenge(to: { person: string } | { bot: string }, terms: Terms): Promise<Invitation> {
  const ask = () => createOnce<Invitation>('/invitations', { to, terms }, me.now?.key);
  const asked = await ask();
  // One that does not wait is what was asked before, and is over by now: they are asked anew.
  return asked.state === 'open' ? asked : ask();
}

/** How an invitation stands, and the match that came of it. */
export const invitationStatus = (id: string) => mine<Invitation>('GET', `/invitations/${id}`);
export const accept = (id: string) => mine<{ match: string }>('POST', `/invitations/${id}/accept`);
export const decline = (id: string) => mine<Invitation>('POST', `/invitations/${id}/decline`);
export const counter = (id: string, terms: Terms) => mine<Invitation>('POST', `/invitations/${id}/terms`, terms);
export const withdraw = (id: string) => mine<void>('DELETE', `/invitations/${id}`);

export const block = (name: string) => mine<void>('PUT', `/people/me/blocks/${encodeURIComponent(name)}`);
export const unblock = (name: string) => mine<void>('DELETE', `/people/me/blocks/${encodeURIComponent(name)}`);

export const say = (match: string, phrase: Phrase, token: string) => call<unknown>('POST', `/matches/${match}/words`, { phrase }, token);
export const report = (match: string, why: string, token: string) => call<void>('POST', `/matches/${match}/reports`, { why }, token);

/** Takes the open seat of a match: by one's name, or by a token that this browser keeps. */
export const sitDown = (match: string) => createOnce<{ side: string; token?: string }>(`/matches/${match}/seats`, {}, me.now?.key);

/** A game with whoever opens its link first. */
export function beginByLink(game: string, side: string, other: string, clock?: Control, position?: string, moves?: string[]) {
  const seats = { [side]: { kind: me.now ? 'person' : 'human' }, [other]: { kind: 'open' } };
  const asked = { game, seats, unlisted: true, ...(clock && { clock }), ...(position && { position }), ...(moves?.length && { moves }) };
  return createOnce<{ match: string; seats: Record<string, { token?: string }> }>('/matches', asked, me.now?.key);
}

/** A game against an engine that counts for one's rating. */
export function beginRated(game: string, side: string, other: string, level: number, clock: Control) {
  const seats = { [side]: { kind: 'person' }, [other]: { kind: 'engine', level } };
  return createOnce<{ match: string; seats: Record<string, { token?: string }> }>('/matches', { game, seats, clock, rated: true }, me.now?.key);
}

/** What can be said, in the order it is offered. */
export const PHRASES: [Phrase, string][] = [
  ['hello', 'Hello!'],
  ['good_luck', 'Good luck!'],
  ['have_fun', 'Have fun!'],
  ['good_move', 'Good move!'],
  ['well_played', 'Well played!'],
  ['good_game', 'Good game!'],
  ['thank_you', 'Thank you!'],
  ['sorry', 'Sorry!'],
  ['oops', 'Oops!'],
  ['one_moment', 'One moment, please.'],
  ['back', 'I am back.'],
  ['play_again', 'Play again?'],
  ['bye', 'I have to go.'],
];

export const phraseText = (phrase: Phrase) => PHRASES.find(([one]) => one === phrase)?.[1] ?? phrase;
