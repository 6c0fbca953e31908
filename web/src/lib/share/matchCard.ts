// The texts on the card of a finished match.

import type { Game, MatchState } from '../api/types';
import { endingText } from '../i18n/errorText';
import { number, t, title, translate } from '../i18n/i18n.svelte';
import { playerText, turnsOf } from '../play/format';
import { find, judge, keptAs, moments } from '../study/review';
import type { Card } from './card';

/** Returns the turning point if the game was reviewed, and otherwise its last move. */
function momentOf({ game, start, moves, history }: MatchState): string {
  const plies = history ?? [];
  const [worst] = moments(judge(find(keptAs(game, start, moves)) ?? [])).toSorted((a, b) => b.cost - a.cost);
  const ply = worst?.ply ?? plies.length;
  const human = plies[ply - 1]?.human;
  if (!human) return '';
  const turn = turnsOf(plies).findIndex((those) => those.includes(ply - 1)) + 1;
  return t(worst ? 'Turning point: {0}' : 'Last move: {0}', `${number(turn)}. ${human}`);
}

/** Returns the card of a finished match; `own` is the name of the user in a seat without one. */
export function cardOf(match: MatchState, game: Game, own: string | undefined, place: string): Card {
  const outcome = match.outcome!;
  return {
    game: translate(game.name),
    result: outcome.winner ? t('{0} won', title(outcome.winner)) : t('A draw'),
    reason: endingText(outcome).replace(/[.।]$/, ''),
    moment: momentOf(match),
    players: game.sides.map((side) => {
      const seat = match.seats[side];
      const name = seat?.kind === 'human' && own ? own : playerText(seat, false);
      return { name, side: title(side), won: outcome.winner === side };
    }),
    place,
  };
}
