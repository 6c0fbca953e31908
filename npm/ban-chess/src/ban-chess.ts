// The `BanChess` class of ban-chess.ts, implemented with Chautari's rules.

import type { Play } from '../../chautari/src/chautari.js';
import { Refused } from '../../chautari/src/module.js';
import type { Standing } from '../../chautari/src/types.js';
import * as bcn from './action.js';
import { ascii } from './ascii.js';
import { flags, resultFlags } from './flags.js';
import { movetext } from './pgn.js';
import { rules } from './rules.js';
import type {
  Action,
  ActionResult,
  ActionType,
  AnyAction,
  Ban,
  BanChessFEN,
  GameFlags,
  HistoryEntry,
  IndicatorConfig,
  Move,
  Player,
  SerializedAction,
  Square,
  SyncState,
} from './types.js';

const GAME = 'banchess';

/** A played action with its history entry and notation. */
interface Played extends Omit<HistoryEntry, 'action'> {
  action: Action;
  /** SAN without an indicator. */
  plain: string;
  indicator: string;
}

export class BanChess {
  static readonly VERSION = '4.0.0';

  #play: Play;
  #start: BanChessFEN;
  #played: Played[] = [];
  /** The last action of a loaded sync state, until an action is played here. */
  #told: SerializedAction | undefined;
  #indicators: Required<IndicatorConfig> = { pgn: true, serialization: true, san: true };
  /** Cached for each position. */
  #standing: Standing | undefined;

  /**
   * Starts from the initial position, a FEN of six or seven fields, or a PGN. Throws if it cannot be parsed.
   */
  constructor(fen?: string, pgn?: string) {
    this.#play = rules().open(fen ? { game: GAME, position: fen } : GAME);
    this.#start = this.#now.position;
    if (pgn) this.#readPgn(pgn, fen);
  }

  // Turn.

  /** Counts from 1; odd plies are bans, even plies moves. */
  getPly(): number {
    return Number(this.#seventh.split(':')[0]);
  }
  getActivePlayer(): Player {
    return this.#now.turn as Player;
  }
  getActionType(): ActionType {
    return this.#now.action as ActionType;
  }
  /** The player whose decision it is. */
  get turn(): Player {
    return this.getActivePlayer();
  }
  /** The ban in force. */
  get currentBannedMove(): Ban | null {
    const pair = this.#seventh.split(':')[1];
    return pair ? { from: pair.slice(0, 2) as Square, to: pair.slice(2, 4) as Square } : null;
  }
  /** @deprecated Use `getActionType`. */
  nextActionType(): ActionType {
    return this.getActionType();
  }
  /** @deprecated Use `getActivePlayer`. */
  currentPlayer(): Player {
    return this.getActivePlayer();
  }
  /** Returns the colour that moves next, which during a ban is the opponent of the active player. */
  nextMoveColor(): Player {
    return this.#now.position.split(' ')[1] === 'w' ? 'white' : 'black';
  }

  // Playing.

  /** Plays a ban or a move. Never throws: on an illegal action `success` is false and `error` says why. */
  play(action: AnyAction): ActionResult {
    let text: SerializedAction;
    try {
      text = bcn.write(action);
      bcn.read(text);
    } catch {
      return { success: false, error: 'Invalid action' };
    }
    const [ply, player, actionType, bannedMove] = [
      this.getPly(),
      this.turn,
      this.getActionType(),
      this.currentBannedMove,
    ];
    let written: string;
    try {
      [text, written] = this.#enter(text);
    } catch (error) {
      if (error instanceof Refused)
        return { success: false, action: bcn.read(text), error: why(action, error) };
      throw error;
    }
    this.#standing = undefined;
    const indicator = bcn.indicator(written);
    const plain = this.#play.moves('pgn').at(-1)!;
    const now = this.#flags;
    const copy = bcn.read(text);
    const played: Played = {
      ply,
      player,
      actionType,
      action: copy,
      fen: this.fen(),
      plain,
      indicator,
      bannedMove: bcn.isBan(copy) ? copy.ban : bannedMove,
      ...(Object.keys(now).length && { flags: now }),
    };
    this.#played.push(played);
    return { success: true, action: copy, san: this.#san(played), newFen: played.fen, ...resultFlags(now) };
  }

  /** Plays an action in BCN. */
  playSerializedAction(text: SerializedAction): ActionResult {
    try {
      return this.play(bcn.read(text));
    } catch (error) {
      return { success: false, error: (error as Error).message };
    }
  }

  /** Returns all legal actions; none once the game is over. */
  getLegalActions(): Action[] {
    return this.#play.offers().map((offer) => bcn.read(offer.move));
  }
  /** Returns the legal moves; none if a ban is due. */
  legalMoves(): Move[] {
    return this.getLegalActions().flatMap((action) => (bcn.isBan(action) ? [] : [action.move]));
  }
  /** Returns the legal bans; none if a move is due. */
  legalBans(): Move[] {
    return this.getLegalActions().flatMap((action) => (bcn.isBan(action) ? [action.ban] : []));
  }

  /** Undoes the last action. Returns `false` if there is none. */
  undo(): boolean {
    if (this.#play.undo() === null) return false;
    this.#standing = undefined;
    this.#played.pop();
    return true;
  }

  /** Returns to the initial position. The indicator settings stay. */
  reset(): void {
    this.#begin();
  }

  // State of the game.

  inCheck(): boolean {
    return this.#flags.check === true;
  }
  inCheckmate(): boolean {
    return this.#flags.checkmate === true;
  }
  inStalemate(): boolean {
    return this.#flags.stalemate === true;
  }
  gameOver(): boolean {
    return this.#now.outcome !== null;
  }
  /** Whether the game is drawn, by stalemate or any other rule. */
  inDraw(): boolean {
    return this.#flags.draw === true;
  }
  inThreefoldRepetition(): boolean {
    return this.#flags.threefoldRepetition === true;
  }
  insufficientMaterial(): boolean {
    return this.#flags.insufficientMaterial === true;
  }

  // Notation.

  setIndicatorConfig(config: IndicatorConfig): void {
    const { pgn, serialization, san } = this.#indicators;
    this.#indicators = {
      pgn: config.pgn ?? pgn,
      serialization: config.serialization ?? serialization,
      san: config.san ?? san,
    };
  }
  getIndicatorConfig(): Required<IndicatorConfig> {
    return { ...this.#indicators };
  }

  /**
   * Writes a FEN with a seventh field: the ply, the ban in force after a colon, and `+`, `#` or `=` for
   * check, checkmate or draw.
   */
  fen(): BanChessFEN {
    const { check, checkmate, stalemate, draw } = this.#flags;
    return this.#now.position + (checkmate ? '#' : stalemate || draw ? '=' : check ? '+' : '');
  }

  /** Writes the game as PGN, with each ban as a comment before its move. */
  pgn(): string {
    const plies = this.#played.map((one) => ({
      ...one,
      san: one.plain + (this.#indicators.pgn ? one.indicator : ''),
    }));
    const fresh = this.#start === rules().game(GAME).start;
    return movetext(plies, this.#now.outcome, fresh ? undefined : this.#start);
  }

  /** Draws the board as text, with the banned move marked. */
  ascii(): string {
    return ascii(this.#now.position, this.currentBannedMove);
  }

  history(): HistoryEntry[] {
    return this.#played.map((played) => {
      const { plain: _, indicator: __, action, flags, bannedMove, ...rest } = played;
      const squares = bcn.isBan(action) ? action.ban : action.move;
      const entry: HistoryEntry = {
        ...rest,
        action: { ...squares },
        san: this.#san(played),
        bannedMove: bannedMove ? { ...bannedMove } : null,
      };
      if (flags) entry.flags = { ...flags };
      return entry;
    });
  }

  /** Returns every action: moves in SAN with indicators, bans in BCN. */
  getActionLog(): string[] {
    return this.#played.map((played) =>
      bcn.isBan(played.action) ? this.#serialized(played) : played.plain + played.indicator,
    );
  }

  /** Returns every action in BCN. */
  getActionHistory(): SerializedAction[] {
    return this.#played.map((played) => this.#serialized(played));
  }

  /** Returns the last action in BCN, or `null` if there is none. */
  getLastActionSerialized(): SerializedAction | null {
    const last = this.#played.at(-1);
    return last ? this.#serialized(last) : (this.#told ?? null);
  }

  /** Returns the state another program needs to continue this game. */
  getSyncState(): SyncState & { moveNumber: number } {
    const lastAction = this.getLastActionSerialized();
    const moveNumber = Number(this.#now.position.split(' ')[5]);
    return { fen: this.fen(), ...(lastAction !== null && { lastAction }), ply: this.getPly(), moveNumber };
  }

  /** Loads a sync state, without history. Throws and changes nothing if it cannot be parsed. */
  loadFromSyncState(state: Pick<SyncState, 'fen'> & Partial<SyncState>): void {
    if (state.lastAction !== undefined) bcn.read(state.lastAction);
    this.#begin(state.fen);
    this.#told = state.lastAction;
  }

  // Static functions.

  /** Writes an action in BCN, with an optional indicator. */
  static serializeAction(action: AnyAction, indicator = ''): SerializedAction {
    return bcn.write(action) + indicator;
  }

  /** Parses an action in BCN. Throws if it is malformed. */
  static deserializeAction(text: SerializedAction): Action {
    return bcn.read(text);
  }

  /** Extends a standard FEN of six fields by the seventh. */
  static fromStandardFEN(fen: string, ply: number, ban?: { from: string; to: string }): BanChessFEN {
    return `${fen.trim().split(/\s+/).slice(0, 6).join(' ')} ${ply}${ban ? `:${ban.from}${ban.to}` : ''}`;
  }

  /** Plays actions in BCN from the start. Throws on an illegal one. */
  static replayFromActions(texts: SerializedAction[], startingFen?: string): BanChess {
    const game = new BanChess(startingFen);
    for (const text of texts) {
      const { success, error } = game.playSerializedAction(text);
      if (!success) throw new Error(`Failed to replay action ${text}: ${error}`);
    }
    return game;
  }

  // Implementation.

  get #now(): Standing {
    return (this.#standing ??= this.#play.standing);
  }

  get #seventh(): string {
    return this.#now.position.split(' ')[6]!;
  }

  get #flags(): GameFlags {
    return flags(this.#now.check === true, this.#now.outcome);
  }

  #san({ plain, indicator }: Played): string {
    return plain + (this.#indicators.san ? indicator : '');
  }

  #serialized({ action, indicator }: Played): SerializedAction {
    return bcn.write(action) + (this.#indicators.serialization ? indicator : '');
  }

  /**
   * Plays an action in BCN. Returns it as played, and with its indicator. User interfaces send a queen with
   * every move, so an unneeded promotion is ignored.
   */
  #enter(text: SerializedAction): [played: SerializedAction, written: string] {
    try {
      return [text, this.#play.play(text).move];
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'promotion-unexpected')) throw error;
      const bare = text.slice(0, 'm:e2e4'.length);
      return [bare, this.#play.play(bare).move];
    }
  }

  #begin(fen?: string): void {
    const next = rules().open(fen === undefined ? GAME : { game: GAME, position: fen });
    this.#play.close();
    [this.#play, this.#standing, this.#played, this.#told] = [next, undefined, [], undefined];
    this.#start = this.#now.position;
  }

  /** Parses a PGN and replays it ply by ply. */
  #readPgn(pgn: string, fen: string | undefined): void {
    const tagged =
      fen !== undefined && !/\[\s*FEN\s/.test(pgn) ? `[SetUp "1"]\n[FEN "${this.#start}"]\n\n${pgn}` : pgn;
    const read = rules().open({ game: GAME, dialect: 'pgn', position: tagged });
    const actions = read.moves();
    while (read.undo() !== null);
    this.#begin(read.standing.position);
    read.close();
    for (const action of actions) this.play(bcn.read(action));
  }
}

/** Returns the error text of ban-chess.ts. */
function why(action: AnyAction, { code }: Refused): string {
  const { from, to } = bcn.isBan(action) ? action.ban : action.move;
  switch (code) {
    case 'game-over':
      return 'Game is over';
    case 'expected-move':
      return 'Expected a move, not a ban';
    case 'expected-ban':
      return 'Expected a ban, not a move';
    case 'banned':
      return `Move ${from}-${to} is banned`;
    default:
      return bcn.isBan(action) ? `Invalid ban: ${from}-${to}` : `Invalid move: ${from}-${to}`;
  }
}
