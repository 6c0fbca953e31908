// Types of the server's API, generated from its OpenAPI document, under the names this page uses.

export type {
  Action,
  Board as BoardShape,
  Bot,
  Complaint,
  Control as SideControl,
  Game,
  GameResults,
  GameWords,
  Insights,
  Invitation,
  InvitationPolicy,
  LeaderboardPlace,
  Mark,
  MarkKind,
  MatchClock as Clock,
  Outcome as MatchOutcome,
  MatchReview,
  MatchSummary,
  MoveValue,
  NewBot,
  NewMatch,
  NewStudy,
  Offer,
  OfferTerms,
  OpponentResults,
  Person,
  PersonPlace,
  Phrase,
  Piece,
  PlayedAnswer,
  Player,
  Ply,
  Point,
  ProspectsAnswer,
  PuzzleRating,
  PuzzleTried,
  RatingPoint,
  Reason,
  RemarksAnswer,
  Roster,
  Rule,
  Scene,
  Score,
  Season,
  SeasonSummary,
  Shape,
  Standing,
  SoftserveEventLimits as EventLimits,
  Study,
  StudyNode,
  StudySheet,
  Tally,
  Thought,
  TimeControls as Control,
  Tone,
  Tournament,
  TournamentCost,
  TournamentEntrance as Entrance,
  TournamentFormat as Format,
  TournamentFormatRules as FormatRules,
  TournamentGame,
  TournamentLimits,
  TournamentNextRound as NextRound,
  TournamentSummary,
  YourMatch,
  YourStudies,
} from 'chautari-client/schema';

import type { Match, Ply, Position as Told } from 'chautari-client/schema';

/** A match, with the human notation of its moves. */
export type MatchState = Omit<Match, 'history'> & { history?: PlayedPly[] };
/** A played move, without the position after it. */
export type PlayedPly = Omit<Ply, 'position'>;

/** A position. The page requests values only from exact tables. */
export type Position = Omit<Told, 'value'> & {
  value?: { winner: string | null; plies: number | null } | null;
};
