// Tests of the bot, without a server: node --test

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from './bot.ts';
import { responseTo, type State } from './client.ts';

const state: State = {
  game: '{{game}}',
  moves: [],
  offers: [{ move: 'first' }, { move: 'second' }, { move: 'third' }],
  draw_offer: null,
  takeback_offer: null,
  pause_offer: null,
  resume_offer: null,
  outcome: null,
};

test('the move is legal', () => {
  const legal = state.offers.map((offer) => offer.move);
  for (let i = 0; i < 100; i++) assert(legal.includes(choose(state, 'goats')));
});

test('a draw is declined', () => {
  const offer = { match: 'm', version: 1, side: 'goats', state: { ...state, draw_offer: 'tigers' } };
  assert.deepEqual(responseTo(offer), { type: 'decline_draw' });
});
