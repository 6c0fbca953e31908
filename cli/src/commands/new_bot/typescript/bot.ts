// {{name}}, a bot for Chautari. Your idea goes into `choose`; everything else is in client.ts.
//
//   node bot.ts            play on the server until Ctrl-C: matches, tournaments, invitations
//   node bot.ts --local    play one match against the engine at level 1, then stop
//   node --test            test your idea

import { Client, type State } from './client.ts';

const NAME = '{{name}}';
const GAME = '{{game}}';
const SERVER = process.env.CHAUTARI_SERVER ?? '{{server}}';

/**
 * Returns the move to play. THIS IS THE PLACE FOR YOUR IDEA.
 *
 * `state.offers` has the legal moves, each with its `move` as text, and `state.moves` the moves so far. `side` is your
 * side. Print `state` once to see everything in it.
 */
export function choose(state: State, side: string): string {
  const moves = state.offers.map((offer) => offer.move);
  return moves[Math.floor(Math.random() * moves.length)]!;
}

if (import.meta.filename === process.argv[1]) {
  const client = await Client.connect(SERVER, NAME, GAME);
  const match = process.argv.includes('--local') ? await client.beginMatch(1) : undefined;
  await client.play(choose, match);
}
