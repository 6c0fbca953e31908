// Solving a puzzle by hand with the solution from the server.

import type { Page } from '@playwright/test';
import { expect, touch } from './page';

export interface Puzzle { number: number; difficulty: number; themes: string[]; moves: string[]; position: string }

interface Offer { move: string; points: number[]; human: string }

export const ask = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api/v1${path}`)).json();

/** Returns the legal moves in a position. */
export async function offers(page: Page, game: string, position: string, played: string[] = []): Promise<Offer[]> {
  const answer = await page.request.post(`/api/v1/games/${game}/position`, { data: { position, moves: played } });
  return ((await answer.json()) as { offers: Offer[] }).offers;
}

/** Returns the points to touch for a move. */
export async function gesture(page: Page, game: string, position: string, played: string[], move: string): Promise<number[]> {
  return (await offers(page, game, position, played)).find((offer) => offer.move === move)!.points;
}

/** Solves the puzzle on the page. The page plays the replies. */
export async function solve(page: Page, game: string, { position, moves }: Puzzle): Promise<void> {
  const { turn: solver } = await (await page.request.post(`/api/v1/games/${game}/position`, { data: { position } })).json();
  for (let played = 0; played < moves.length; played++) {
    const line = moves.slice(0, played);
    const now = await (await page.request.post(`/api/v1/games/${game}/position`, { data: { position, moves: line } })).json();
    if (now.turn !== solver) continue;
    await touch(page, await gesture(page, game, position, line, moves[played]!));
  }
  await expect(page.getByText('Solved.')).toBeVisible();
}
