// Display text of players, moves and scores.

import type { Game, PlayedPly, Player, Scene, Score } from '../api/types';
import { inEveryLanguage, number, t, title, translate } from '../i18n/i18n.svelte';
import { BAN } from '../study/tree';

/** Returns the display name of the player in a seat. */
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

/** Returns a person's name; deleted users are stored as “somebody”. */
export const personName = (name: string) => (name === 'somebody' ? t('deleted user') : name);

/** Returns the display name for a player's name in a tournament or event. */
export function playerName(name: string): string {
  const level = /^(?:engine |level |chautari-)(\d+)$/.exec(name)?.[1];
  if (level) return t('Level {0}', number(level));
  if (name === 'human') return t('Player');
  return name === 'random' ? t('Random mover') : personName(name);
}

/** Parses a typed player name: `Level 3`, in English or the page's language, is `level 3`. Others stay as they are. */
export function parsePlayerName(text: string): string {
  const house = [
    ['random', ...inEveryLanguage('Random mover')],
    ...Array.from({ length: 10 }, (_, i) => [`level ${i + 1}`, ...inEveryLanguage('Level {0}', i + 1)]),
  ];
  return house.find((names) => names.some((one) => one.toLowerCase() === text.toLowerCase()))?.[0] ?? text;
}

/** Returns the profile address of a person or bot; engines, anonymous and deleted users have none. */
export const profilePath = (name: string) =>
  /^((engine|level) \d+|chautari-\d+|random|human|nobody|somebody)( \(\d+\))?$/.test(name)
    ? undefined
    : `/people/${encodeURIComponent(name)}`;

/** Says whose turn it is and what to do. */
export function turnText(scene: Scene): string {
  return `${title(scene.turn)}: ${translate(scene.prompt)}`;
}

/** Returns a move in human notation for a list; a ban is the forbidden move, to be struck through. */
export const plyText = ({ human, action }: PlayedPly) => (action === 'ban' ? human.replace(BAN, '') : human);

/** Like `plyText`, but to be read aloud. */
export const plySpoken = (ply: PlayedPly) => (ply.action === 'ban' ? t('bans {0}', plyText(ply)) : ply.human);

/** Groups plies by numbered move: each move with the bans before it. */
export function turnsOf(plies: readonly PlayedPly[]): number[][] {
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

/** Formats a score from the side to move's point of view. */
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

/** Returns the first side's share of the evaluation, 0 to 1. */
export function evalShare(score: Score, turn: string, sides: readonly string[]): number {
  const mover = { win: 1, loss: 0, draw: 0.5, guess: 1 / (1 + Math.exp(-(score.value ?? 0) / 250)) }[
    score.kind
  ];
  return turn === sides[0] ? mover : 1 - mover;
}

/** Groups games: each with its variants. */
export function gameFamilies(games: Game[]): { game: Game; variants: Game[] }[] {
  const isVariant = (game: Game) => games.some((other) => game.id.startsWith(`${other.id}-`));
  return games
    .filter((game) => !isVariant(game))
    .map((game) => ({ game, variants: games.filter((other) => other.id.startsWith(`${game.id}-`)) }));
}
