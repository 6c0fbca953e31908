import { expect, test } from 'vitest';
import type { MatchOutcome, Ply } from '../api/types';
import { Announcer } from './announcer';

const ply = (human: string): Ply => ({ move: human, human, position: '', side: 'black', action: 'place' });
const won: MatchOutcome = { winner: 'black', reason: 'five', text: 'five in a row' };

test('the game on arrival is not announced', () => {
  const announcer = new Announcer();
  expect(announcer.news([ply('K10')], won)).toBeUndefined();
  expect(announcer.news([ply('K10')], won)).toBeUndefined();
});

test('a move is announced once', () => {
  const announcer = new Announcer();
  announcer.news([], null);
  expect(announcer.news([ply('K10')], null)).toEqual({ move: ply('K10') });
  expect(announcer.news([ply('K10')], null)).toBeUndefined();
});

test('the end is announced with its move', () => {
  const announcer = new Announcer();
  announcer.news([], null);
  expect(announcer.news([ply('K10')], won)).toEqual({ move: ply('K10'), outcome: won });
});

test('the end is announced without a move', () => {
  const announcer = new Announcer();
  announcer.news([ply('K10')], null);
  expect(announcer.news([ply('K10')], won)).toEqual({ outcome: won });
});

test('the end is announced although its move comes later', () => {
  const announcer = new Announcer();
  announcer.news([], null);
  expect(announcer.news([], won)).toEqual({ outcome: won });
  expect(announcer.news([ply('K10')], won)).toEqual({ move: ply('K10'), outcome: won });
});

test('moves taken back are not announced, and later ones are', () => {
  const announcer = new Announcer();
  announcer.news([ply('K10'), ply('A1')], null);
  expect(announcer.news([ply('K10')], null)).toBeUndefined();
  expect(announcer.news([ply('K10'), ply('B2')], null)).toEqual({ move: ply('B2') });
});
