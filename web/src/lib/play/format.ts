// What the page says about a game and its moves, shared by everything that shows one.

import { BAN } from '../study/tree';
import type { Game, Ply, Scene, Score, Player } from '../api/types';
import { inEveryLanguage, number, title, t } from '../i18n/i18n.svelte';

/** Who sits there, for people. */
export function playerText(seat: Player | undefined, mine: boolean): string {
  if (mine) return t('You');
  switch (seat?.kind) {
    case 'engine':
      return t('Level {0}', number(seat.level));
    case 'bot':
      return seat.name;
    case 'person':
      return personName(seat.name);
    case 'open':
      return t('Nobody yet');
    case 'random':
      return t('Random mover');
    default:
      return t('Player');
  }
}

/** What a person is called; who has gone is somebody. */
export const personName = (name: string) => (name === 'somebody' ? t('somebody') : name);

/** Who plays, from the name a tournament or an event gives: one thing has one name. */
export function playerName(name: string): string {
  const level = /^(?:engine |level |chautari-)(\d+)$/.exec(name)?.[1];
  if (level) return t('Level {0}', number(level));
  if (name === 'human') return t('Player');
  return name === 'random' ? t('Random mover') : personName(name);
}

/** The name that is meant by what somebody typed: `Level 3` in either language is `level 3`. Others are as they are. */
export function parsePlayerName(text: string): string {
  const house = [['random', ...inEveryLanguage('Random mover')], ...Array.from({ length: 10 }, (_, i) => [`level ${i + 1}`, ...inEveryLanguage('Level {0}', i + 1)])];
  return house.find((names) => names.some((one) => one.toLowerCase() === text.toLowerCase()))?.[0] ?? text;
}

/** The page of a person or bot of this name; engines, those without a name and those who are gone have none. */
export const profilePath = (name: string) =>
  /^((engine|level) \d+|chautari-\d+|random|human|nobody|somebody)( \(\d+\))?$/.test(name) ? undefined : `/people/${encodeURIComponent(name)}`;

/** Whose turn it is and what to do, where nothing else on the page says whose. */
export function turnText(scene: Scene): string {
  return `${title(scene.turn)}: ${t(scene.prompt)}`;
}

/** What people read in a list: a ban is the move it forbids, to be struck through. */
export const plyText = ({ human, action }: Ply) => (action === 'ban' ? human.replace(BAN, '') : human);

/** The same read aloud. */
export const plySpoken = (ply: Ply) => (ply.action === 'ban' ? t('bans {0}', plyText(ply)) : ply.human);

/** The plies of each numbered move: itself, and the bans before it. */
export function turnsOf(plies: readonly Ply[]): number[][] {
  const turns: number[][] = [];
  let open: number[] = [];
  for (const [i, ply] of plies.entries()) {
    open.push(i);
    if (ply.action !== 'ban') {
      turns.push(open);
      open = [];
    }
  }
  return open.length ? [...turns, open] : turns;
}

/** A score for the side to move, for people. */
export function scoreText(score: Score): string {
  switch (score.kind) {
    case 'win':
      return score.value === null ? t('won') : t('wins in {0}', number(score.value));
    case 'loss':
      return score.value === null ? t('lost') : t('loses in {0}', number(score.value));
    case 'draw':
      return t('draw');
    default: {
      const value = score.value ?? 0;
      return number((value > 0 ? '+' : '') + (value / 100).toFixed(2).replace('-', '−'));
    }
  }
}

/** How much of the board belongs to the first side, from 0 to 1. */
export function evalShare(score: Score, turn: string, sides: readonly string[]): number {
  const mover = { win: 1, loss: 0, draw: 0.5, guess: 1 / (1 + Math.exp(-(score.value ?? 0) / 250)) }[score.kind];
  return turn === sides[0] ? mover : 1 - mover;
}

/** The games people see first, each with the profiles of the same game. */
export function gameFamilies(games: Game[]): { game: Game; variants: Game[] }[] {
  const isVariant = (game: Game) => games.some((other) => game.id.startsWith(`${other.id}-`));
  return games
    .filter((game) => !isVariant(game))
    .map((game) => ({ game, variants: games.filter((other) => other.id.startsWith(`${game.id}-`)) }));
}

