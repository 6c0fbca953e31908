// PGN movetext.

import type { Outcome } from '../../chautari/src/types.js';
import type { ActionType } from './types.js';

interface Ply {
  ply: number;
  actionType: ActionType;
  san: string;
}

/** Writes moves and result. A start other than the initial position is written as tags. */
export function movetext(plies: Ply[], outcome: Outcome | null, start: string | undefined): string {
  let text = start ? `[SetUp "1"]\n[FEN "${start}"]\n\n` : '';
  plies.forEach(({ ply, actionType, san }, i) => {
    const number = Math.ceil(ply / 4);
    const black = (ply - 1) % 4 >= 2;
    if (i === 0) text += black ? `${number}... ` : `${number}. `;
    else text += ply % 4 === 1 ? `\n${number}. ` : ' ';
    text += actionType === 'ban' ? `{banning: ${san}}` : san;
  });
  return outcome ? `${text} ${result(outcome)}`.trimStart() : text;
}

function result({ winner }: Outcome): string {
  if (winner === null) return '1/2-1/2';
  return winner === 'white' ? '1-0' : '0-1';
}
