// What the server says. The types come from its OpenAPI document by way of clients/typescript; here they have
// the names this page knows them by.

export type {
  Action,
  Board as BoardShape,
  Complaint,
  Control,
  Game,
  GameResults,
  GameWords,
  Invitation,
  Mark,
  MarkKind,
  Match as MatchState,
  MatchClock as Clock,
  MatchOutcome as Ended,
  MatchSummary,
  MoveValue,
  NewMatch,
  Offer,
  OfferTerms,
  OpponentResults,
  Person,
  PersonPlace,
  PersonRatingPoint,
  Phrase,
  Piece,
  PlayedAnswer,
  Player as Sitter,
  Ply,
  Point,
  ProspectsAnswer,
  Reason,
  RemarksAnswer,
  Rule,
  Scene,
  Score,
  Shape,
  Tally,
  Thought,
  Tone,
  Tournament,
  TournamentFormat as Format,
  TournamentGame,
  TournamentSummary,
  YourMatch,
} from '../../../clients/typescript/src/schema';

import type { Position as Told } from '../../../clients/typescript/src/schema';

/** A position; what it is worth is asked for by this page from exact tables only. */
export type Position = Omit<Told, 'value'> & { value?: { winner: string | null; plies: number | null } | null };
