// Planning conditional moves: a board to try the other side's moves and own replies on, and the stored lines.

import { call } from '../api/http';
import { position } from '../api/rules';
import type { LegalMove, MatchState, PlayedPly, Position } from '../api/types';
import { errorText } from '../i18n/errorText';
import { Latest } from '../shell/latest';
import { addLine, type Lines, LONGEST_LINE, MOST_LINES, replyAfter } from './movePlan';

export class PlanSession {
  /** The stored lines, from the position on the board of the match. */
  lines = $state.raw<Lines>([]);
  /** The stored lines as people write them. */
  texts = $state.raw<PlayedPly[][]>([]);
  /** The position after the moves that are being tried. */
  now = $state.raw<Position>();
  trouble = $state('');

  readonly #match: MatchState;
  #looks = new Latest();

  constructor(
    match: MatchState,
    private readonly side: string,
    private readonly token: string,
  ) {
    this.#match = match;
  }

  /** The plies that are being tried. */
  get tried(): PlayedPly[] {
    return this.now?.history ?? [];
  }

  /** Whether the tried moves are a line that can be added: they end with an own reply. */
  get canAdd(): boolean {
    const { tried } = this;
    const isReply = tried.at(-1)?.side === this.side;
    return isReply && tried.length <= LONGEST_LINE && this.lines.length < MOST_LINES;
  }

  async load(): Promise<void> {
    await this.#try(async () => {
      this.lines = (await call<{ lines: Lines }>('GET', this.#path, undefined, this.token)).lines;
      await this.#write();
    });
    await this.look([]);
  }

  /** Tries a move. After one of the other side the planned reply is tried, too. */
  async play({ move }: LegalMove): Promise<void> {
    const moves = [...this.tried.map((ply) => ply.move), move];
    const reply = replyAfter(this.lines, moves);
    await this.look(reply && this.now?.turn !== this.side ? [...moves, reply] : moves);
  }

  async back(): Promise<void> {
    await this.look(this.tried.slice(0, -1).map((ply) => ply.move));
  }

  async add(): Promise<void> {
    const owned = this.tried.map((ply) => ply.side === this.side);
    const line = this.tried.map((ply) => ply.move);
    await this.#store(addLine(this.lines, line, owned));
  }

  async remove(line: string[]): Promise<void> {
    await this.#store(this.lines.filter((known) => known !== line));
  }

  async look(moves: string[]): Promise<void> {
    const left = this.#looks.next();
    await this.#try(async () => {
      const found = await position(this.#match.game, { position: this.#match.position, moves });
      if (!left.aborted) this.now = found;
    });
  }

  close(): void {
    this.#looks.cancel();
  }

  get #path(): string {
    return `/matches/${this.#match.id}/plan`;
  }

  async #store(lines: Lines): Promise<void> {
    await this.#try(async () => {
      const body = { version: this.#match.version, lines };
      this.lines = (await call<{ lines: Lines }>('PUT', this.#path, body, this.token)).lines;
      await this.#write();
    });
    if (!this.trouble) await this.look([]);
  }

  /** Writes the stored lines as people do. */
  async #write(): Promise<void> {
    const plies = (moves: string[]) =>
      position(this.#match.game, { position: this.#match.position, moves }).then(
        ({ history }) => history ?? [],
      );
    this.texts = await Promise.all(this.lines.map(plies));
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.trouble = '';
    } catch (error) {
      this.trouble = errorText(error, this.now?.scene);
    }
  }
}
