// Requests between people: invitations, blocks, chat, joining.

import { call, createOnce, get } from './http';
import { me } from './me.svelte';
import type { Control, Invitation, OfferTerms, Person, Phrase } from './types';

const mine = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  call<T>(method, path, body, me.now?.key);

export type Terms = OfferTerms;

/** Ratings asked for by this page, by name. */
const ratings = new Map<string, Promise<Person['ratings']>>();

/** Returns a person's rating in a game; `undefined` without one. */
export async function ratingOf(name: string, game: string): Promise<number | undefined> {
  const asked =
    ratings.get(name) ??
    get<Person>(`/people/${encodeURIComponent(name)}`).then(
      (person) => person.ratings,
      (): Person['ratings'] => ({}),
    );
  ratings.set(name, asked);
  return (await asked)[game]?.rating;
}

/** Pairs the user with an open invitation on these terms, or adds one to the lobby. */
export const playNow = (terms: Terms) =>
  createOnce<{ match: string | null; invitation: Invitation | null }>('/play-now', terms, me.now?.key);

export async function challenge(to: { person: string } | { bot: string }, terms: Terms): Promise<Invitation> {
  const ask = () => createOnce<Invitation>('/invitations', { to, terms }, me.now?.key);
  const asked = await ask();
  // The retry may return an earlier challenge that is already over; then this is a new one.
  return asked.state === 'open' ? asked : ask();
}

/** Returns the state of an invitation, and its match. */
export const invitationStatus = (id: string) => mine<Invitation>('GET', `/invitations/${id}`);
export const accept = (id: string) => mine<{ match: string }>('POST', `/invitations/${id}/accept`);
export const decline = (id: string) => mine<Invitation>('POST', `/invitations/${id}/decline`);
export const counter = (id: string, terms: Terms) =>
  mine<Invitation>('POST', `/invitations/${id}/terms`, terms);
export const withdraw = (id: string) => mine<void>('DELETE', `/invitations/${id}`);

export const block = (name: string) => mine<void>('PUT', `/people/me/blocks/${encodeURIComponent(name)}`);
export const unblock = (name: string) =>
  mine<void>('DELETE', `/people/me/blocks/${encodeURIComponent(name)}`);

export const say = (match: string, phrase: Phrase, token: string) =>
  call<unknown>('POST', `/matches/${match}/words`, { phrase }, token);
export const report = (match: string, why: string, token: string) =>
  call<void>('POST', `/matches/${match}/reports`, { why }, token);

/** Joins the open seat of a match, under the user's name or with a token stored in this browser. */
export const sitDown = (match: string) =>
  createOnce<{ side: string; token?: string }>(`/matches/${match}/seats`, {}, me.now?.key);

/** Creates a match whose other seat is taken by the first visitor of its link. */
export function beginByLink(
  game: string,
  side: string,
  other: string,
  clock?: Control,
  position?: string,
  moves?: string[],
) {
  const seats = { [side]: { kind: me.now ? 'person' : 'human' }, [other]: { kind: 'open' } };
  const asked = {
    game,
    seats,
    unlisted: true,
    ...(clock && { clock }),
    ...(position && { position }),
    ...(moves?.length && { moves }),
  };
  return createOnce<{ match: string; seats: Record<string, { token?: string }> }>(
    '/matches',
    asked,
    me.now?.key,
  );
}

/** Creates a rated match against an engine. */
export function beginRated(game: string, side: string, other: string, level: number, clock: Control) {
  const seats = { [side]: { kind: 'person' }, [other]: { kind: 'engine', level } };
  return createOnce<{ match: string; seats: Record<string, { token?: string }> }>(
    '/matches',
    { game, seats, clock, rated: true },
    me.now?.key,
  );
}
