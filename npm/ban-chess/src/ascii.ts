// ASCII boards.

import type { Ban, BanChessFEN } from './types.js';

const EDGE = '   +------------------------+';

/** Draws the board from White's side, with the squares of the banned move in brackets. */
export function ascii(fen: BanChessFEN, ban: Ban | null): string {
  const rows = fen
    .split(' ')[0]!
    .split('/')
    .map((row, i) => {
      const rank = 8 - i;
      const pieces = [...row.replace(/\d/g, (n) => '.'.repeat(Number(n)))];
      const cells = pieces.map((piece, file) => {
        const square = 'abcdefgh'[file]! + rank;
        return ban && (square === ban.from || square === ban.to) ? `[${piece}]` : ` ${piece} `;
      });
      return ` ${rank} |${cells.join('')}|`;
    });
  const banned = ban ? [`Banned: ${ban.from}-${ban.to}`] : [];
  return [EDGE, ...rows, EDGE, '     a  b  c  d  e  f  g  h', ...banned].join('\n');
}
