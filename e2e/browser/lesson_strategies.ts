// Strategies of a player who knows only the first lesson of a game. Bagh Chal is in learn.spec.ts.

export interface Offer { move: string; points: number[]; label?: string }
export interface Seen { position: string; turn: string; offers: Offer[]; check?: boolean | null; outcome?: { winner: string | null } | null }

/** Returns the position after some more moves. */
export type Imagine = (moves: string[]) => Promise<Seen>;
export type Strategy = (now: Seen, imagine: Imagine, before: Map<string, number>) => Promise<Offer>;

/** Returns the best element; the first of equals. */
function best<T>(all: T[], merit: (one: T) => number): T {
  return all.map((one) => [merit(one), one] as const).reduce((a, b) => (b[0] > a[0] ? b : a))[1];
}

/** Asks one after the other, because the server limits concurrent requests. */
async function each<T, R>(all: T[], ask: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (const one of all) found.push(await ask(one));
  return found;
}

// Gomoku: build a five, block the opponent's, capture pairs.

const SIZE = 19;
const WAYS = [[0, 1], [1, 0], [1, 1], [1, -1]] as const;
/**
 * The value of a stone in a row of five points, by the number of stones of one colour if the other has none.
 */
const BUILDS = [1, 12, 60, 400, 100_000];
const STOPS = [0, 6, 50, 350, 20_000];

function stones(position: string): string[] {
  const rows = position.split(' ')[0]!.split('/');
  return rows.flatMap((row) => row.replace(/\d+/g, (empty) => '.'.repeat(Number(empty))).split(''));
}

export const gomoku: Strategy = async ({ position, turn, offers }) => {
  const board = stones(position);
  const own = turn === 'black' ? 'x' : 'o';
  const at = (row: number, column: number) => (row < 0 || column < 0 || row >= SIZE || column >= SIZE ? '#' : board[row * SIZE + column]!);
  const merit = ({ points: [place] }: Offer) => {
    const [row, column] = [Math.floor(place! / SIZE), place! % SIZE];
    let sum = -0.1 * (Math.abs(row - 9) + Math.abs(column - 9));
    for (const [down, right] of WAYS) {
      for (let first = -4; first <= 0; first++) {
        const five = Array.from({ length: 5 }, (_, i) => at(row + (first + i) * down, column + (first + i) * right));
        if (five.includes('#')) continue;
        const mine = five.filter((stone) => stone === own).length;
        const theirs = five.filter((stone) => stone !== own && stone !== '.').length;
        if (!theirs) sum += BUILDS[mine]!;
        else if (!mine) sum += STOPS[theirs]!;
      }
      for (const sign of [1, -1]) {
        const [one, two, end] = [1, 2, 3].map((step) => at(row + sign * step * down, column + sign * step * right)) as [string, string, string];
        if (one === two && !['.', '#', own].includes(one) && end === own) sum += 200;
      }
    }
    return sum;
  };
  return best(offers, merit);
};

// Creeper: close the gap in the own chain, and break the other's.

const PINS = 7;
const OCTAGONS = 6;

interface Creeper { pins: string[]; octagons: string[] }

function crept({ pins, octagons }: Creeper, move: string, own: string): Creeper {
  const [x, y, tox, toy] = [...move].map((sign, i) => (i % 2 ? Number(sign) - 1 : 'abcdefg'.indexOf(sign))) as [number, number, number, number];
  const next = { pins: [...pins], octagons: [...octagons] };
  next.pins[y * PINS + x] = '.';
  next.pins[toy * PINS + tox] = own;
  if (Math.abs(tox - x) === 2 || Math.abs(toy - y) === 2) next.pins[((y + toy) / 2) * PINS + (x + tox) / 2] = '.';
  else if (tox !== x && toy !== y) {
    const octagon = Math.min(y, toy) * OCTAGONS + Math.min(x, tox);
    if (![0, 5, 30, 35].includes(octagon)) next.octagons[octagon] = own;
  }
  return next;
}

/** Returns the octagons that a side lacks to connect its bases, on the path that lacks the fewest. */
function gap(octagons: string[], side: string): number[] {
  const [from, to] = side === 'x' ? [5, 30] : [0, 35];
  const blocked = side === 'x' ? [0, 35] : [5, 30];
  const lacking = new Map([[from, [] as number[]]]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [at, way] of [...lacking]) {
      const [x, y] = [at % OCTAGONS, Math.floor(at / OCTAGONS)];
      for (const [nx, ny] of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] as const) {
        const next = ny * OCTAGONS + nx;
        if (nx < 0 || ny < 0 || nx >= OCTAGONS || ny >= OCTAGONS || blocked.includes(next)) continue;
        const longer = octagons[next] === side ? way : [...way, next];
        if (longer.length < (lacking.get(next)?.length ?? Infinity)) {
          lacking.set(next, longer);
          changed = true;
        }
      }
    }
  }
  return lacking.get(to) ?? [];
}

/** Returns how many steps the pins of a side are from jumping across an octagon. */
function away(pins: string[], side: string, octagon: number): number {
  const [x, y] = [octagon % OCTAGONS, Math.floor(octagon / OCTAGONS)];
  const corners = [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]] as const;
  const far = pins.flatMap((pin, at) => (pin === side ? corners.map(([cx, cy]) => Math.abs((at % PINS) - cx) + Math.abs(Math.floor(at / PINS) - cy)) : []));
  return Math.min(9, ...far);
}

export const creeper: Strategy = async ({ position, turn, offers }, _, before) => {
  const board = { pins: [...position.slice(0, 49)], octagons: [...position.slice(49, 85)] };
  const other = turn === 'x' ? 'o' : 'x';
  const merit = ({ move }: Offer) => {
    const { pins, octagons } = crept(board, move, turn);
    const own = gap(octagons, turn);
    if (!own.length) return 1e6;
    const walk = own.reduce((sum, octagon) => sum + away(pins, turn, octagon), 0);
    return 5 * gap(octagons, other).length - 6 * own.length - 0.4 * walk - 2 * pins.filter((pin) => pin === other).length - 4 * (before.get(pins.join('')) ?? 0);
  };
  const chosen = best(offers, merit);
  const there = crept(board, chosen.move, turn).pins.join('');
  before.set(there, (before.get(there) ?? 0) + 1);
  return chosen;
};

// Ban Chess: ban the worst capture, avoid a second one, capture, and give check if few replies remain.

const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

function squares(position: string): Map<string, string> {
  const rows = position.split(' ')[0]!.split('/');
  const full = rows.map((row) => row.replace(/\d/g, (empty) => '.'.repeat(Number(empty))));
  return new Map(full.flatMap((row, y) => [...row].map((piece, x) => [`${'abcdefgh'[x]}${8 - y}`, piece] as [string, string])));
}

/** The value that a move or ban captures, in pawns. */
const taken = (board: Map<string, string>, move: string) => WORTH[board.get(move.slice(4, 6))?.toLowerCase() ?? ''] ?? 0;

/** Bans a move that mates, considering the ban after it; otherwise the worst capture. */
async function ban({ position, offers }: Seen, imagine: Imagine): Promise<Offer> {
  const board = squares(position);
  const feared = await each(offers, async (offer) => {
    // To see what a move would do, ban another one.
    const other = offers.find(({ move }) => move.slice(2, 6) !== offer.move.slice(2, 6));
    const then = other && (await imagine([other.move, offer.move.replace('b:', 'm:')]));
    return { offer, danger: (then?.outcome || (then?.check && then.offers.length === 1) ? 100 : 0) + taken(board, offer.move) };
  });
  return best(feared, ({ danger }) => danger).offer;
}

export const banchess: Strategy = async (now, imagine, before) => {
  const board = squares(now.position);
  if (now.offers[0]!.move.startsWith('b:')) return ban(now, imagine);
  const seen = await each(now.offers, async (offer) => ({ offer, then: await imagine([offer.move]) }));
  const merit = ({ offer, then }: { offer: Offer; then: Seen }) => {
    if (then.outcome) return then.outcome.winner ? 1e6 : -50;
    // The remaining moves are the replies, of which one can be banned.
    const ways = then.offers.length;
    if (then.check && ways === 1) return 1e5;
    const losses = then.offers.map(({ move }) => taken(squares(then.position), move)).sort((a, b) => b - a);
    const promoted = offer.move.length > 6 ? 8 : 0;
    const advanced = board.get(offer.move.slice(2, 4)) === 'P' ? Number(offer.move[5]) / 20 : 0;
    return taken(board, offer.move) + promoted + advanced - 0.9 * (losses[1] ?? 0) + (then.check ? 0.6 : 0) - 0.03 * ways - 3 * (before.get(place(then)) ?? 0);
  };
  const chosen = best(seen, merit);
  before.set(place(chosen.then), (before.get(place(chosen.then)) ?? 0) + 1);
  return chosen.offer;
};

const place = ({ position }: Seen) => position.split(' ')[0]!;
