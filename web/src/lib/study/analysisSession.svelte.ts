// Analysis of any position of a game: a tree of moves, engine lines, and exact values.

import { Away, Refused } from '../api/errors';
import { games, position, thoughts } from '../api/rules';
import type { Game, Offer, Position, Thought } from '../api/types';
import { errorText, whyIllegal } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';
import { Latest } from '../shell/latest';
import { sounds } from '../shell/sound';
import { holding } from './explorer';
import {
  addMove,
  first,
  name,
  nameAll,
  type Node,
  path,
  read as readTree,
  root,
  write as writeTree,
} from './tree';

/** One line of the engine's analysis, with its score. */
export type Line = Pick<Thought, 'score' | 'line' | 'human'>;

/** Maximum thinking time per position. */
const LONGEST_MS = 30_000;
/** Number of best moves to show. */
const LINES = 3;
/** Maximum number of branches of a shared link whose moves are written in human notation. */
const MOST_BRANCHES = 24;

export class AnalysisSession {
  games = $state.raw<Game[]>([]);
  start = $state<string>();
  /** The node on the board. */
  here = $state.raw<Node>(root());
  /** Incremented whenever the tree changes. */
  version = $state(0);
  now = $state.raw<Position>();
  turned = $state(false);
  complaint = $state.raw<{ text: string; points: number[] }>();
  trouble = $state('');
  /** The board is being set up by hand, so nothing is analysed. */
  settingUp = $state(false);
  /** Whether the engine thinks about every position on the board. */
  thinking = $state(true);
  /** The engine's lines, best first, and their depth. */
  lines = $state.raw<Line[]>([]);
  depth = $state(0);
  /** Whether exact values are shown on the board. */
  exact = $state(true);
  /** For each drawing move, how many replies hold the draw: fewer is harder for the opponent. */
  holds = $state.raw<Record<string, { holds: number }>>({});

  readonly game = $derived(this.games.find((one) => one.id === this.id.split(':')[0]));
  /** The exact values of the moves. Distances count the move itself, as people do. */
  readonly values = $derived(
    this.exact
      ? this.now?.move_values?.map((value) => ({
          ...value,
          plies: value.plies === null ? null : value.plies + 1,
          ...this.holds[value.move],
        }))
      : undefined,
  );
  /** The first moves of the lines, as arrows. */
  readonly arrows = $derived(
    this.lines.flatMap((line) => {
      const offer = this.now?.offers.find((one) => one.move === line.line[0]);
      return offer ? [offer.points] : [];
    }),
  );
  readonly moves = $derived.by(() => {
    void this.version;
    return path(this.here);
  });
  /** The address of the analysis, with all branches. */
  readonly address = $derived.by(() => {
    const query = this.#query();
    if (this.moves.length) query.set('moves', this.moves.join(' '));
    const whole = writeTree(first(this.here));
    if (whole !== this.moves.join(' ')) query.set('tree', whole);
    const text = query.toString();
    return `/analysis/${this.id}${text ? `?${text}` : ''}`;
  });

  #looks = new Latest();
  #thoughts = new Latest();
  #closed = false;

  /** `id` is the game, with changed rules. `moved` is called whenever the address changes. */
  constructor(
    readonly id: string,
    private readonly moved: (address: string) => void = () => {},
  ) {}

  /** Loads the games, and shows the position of an address. Without a game only the games are loaded. */
  async load(query: URLSearchParams): Promise<void> {
    try {
      this.games = await games();
    } catch (error) {
      this.trouble = errorText(error);
      return;
    }
    if (this.#closed || !this.id) return;
    this.start = query.get('position') ?? undefined;
    const tree = readTree(query.get('tree') ?? '');
    let at = tree;
    for (const move of (query.get('moves') ?? '').split(' ').filter(Boolean)) at = addMove(at, move);
    await this.look(at);
    if (this.#closed) return;
    // Branches are written in human notation, too.
    const play = (moves: string[]) => position(this.id, { position: this.start, moves });
    await nameAll(tree, MOST_BRANCHES, play, () => this.version++);
  }

  close(): void {
    this.#closed = true;
    this.#looks.cancel();
    this.#thoughts.cancel();
  }

  /** Shows a node of the tree. */
  async look(node: Node): Promise<void> {
    if (this.#closed) return;
    const left = this.#looks.next();
    const write = this.game?.dialects.map((dialect) => dialect.id) ?? [];
    try {
      const asked = { position: this.start, moves: path(node), write };
      const found = await position(this.id, { ...asked, value: 'exact' });
      if (left.aborted) return;
      for (const [i, ply] of (found.history ?? []).entries()) name(node, i, ply.human);
      [this.here, this.now, this.trouble, this.complaint] = [node, found, '', undefined];
      this.version++;
      this.moved(this.address);
      this.#enter(found);
    } catch (error) {
      if (!left.aborted) this.trouble = errorText(error, this.now?.scene);
    }
  }

  play(offer: Offer): void {
    sounds.moved();
    void this.look(addMove(this.here, offer.move));
  }

  /** Plays an engine line up to one of its moves. */
  follow(line: Line, upto: number): void {
    let at = this.here;
    for (const move of line.line.slice(0, upto + 1)) at = addMove(at, move);
    sounds.moved();
    void this.look(at);
  }

  /** Explains an illegal gesture. */
  async refused(points: number[]): Promise<void> {
    const { now } = this;
    if (!now) return;
    sounds.refused();
    const why = await whyIllegal(this.id, now.position, now.scene, now.offers, points);
    if (now === this.now) this.complaint = why;
  }

  idle(point: number): void {
    this.complaint = { text: t('The game is over.'), points: [point] };
  }

  /** Starts or stops the engine. Stopping keeps the lines. */
  toggleThinking(): void {
    this.thinking = !this.thinking;
    this.#think();
  }

  /** Begins or ends setting up a board. */
  setUp(on: boolean): void {
    this.settingUp = on;
    if (on) [this.lines, this.depth] = [[], 0];
    this.#think();
  }

  /**
   * Reads a pasted position or game in any notation of the game, and returns whether it could be read. If none
   * fits, shows the error of the one that got farthest.
   */
  async read(text: string): Promise<boolean> {
    if (!text || !this.game) return false;
    const said: { text: string; reached: number }[] = [];
    for (const { id, holds } of this.game.dialects) {
      try {
        this.take(await position(this.id, { position: text, dialect: id, write: ['moves'] }), holds);
        return true;
      } catch (error) {
        // The notation that got farthest gives the most useful error; text that was read but refused by the
        // rules beats both.
        const complaint = error instanceof Refused || error instanceof Away ? error.complaint : undefined;
        said.push({
          text: errorText(error, this.now?.scene),
          reached: (complaint?.at ?? 0) + (complaint?.reasons?.length ? 1e6 : 0),
        });
      }
    }
    said.sort((a, b) => b.reached - a.reached);
    this.trouble = t('This is not in any notation of this game: {0}', said[0]?.text ?? '');
    return false;
  }

  /** Shows a position that was read or set up, or the end of a game that was read. */
  take(found: Position, holds: 'position' | 'game'): void {
    const from = /^from (.*)/.exec(found.texts?.moves ?? '')?.[1];
    this.start = holds === 'game' ? from : found.position;
    let at = root();
    for (const ply of found.history ?? []) at = addMove(at, ply.move, ply.human);
    this.settingUp = false;
    void this.look(at);
  }

  /** The address of a study of this tree. */
  get study(): string {
    void this.version;
    const query = this.#query();
    query.set('tree', writeTree(first(this.here)));
    return `/study/new/${this.id}?${query}`;
  }

  /** The address of a new game from here. */
  get onwards(): string {
    const query = this.#query();
    query.set('moves', this.moves.join(' '));
    return `/new/${this.id}?${query}`;
  }

  #query(): URLSearchParams {
    return new URLSearchParams(this.start ? { position: this.start } : {});
  }

  /** Begins to analyse another position. */
  #enter(now: Position): void {
    [this.lines, this.depth, this.holds] = [[], 0, {}];
    this.#think();
    void this.#countReplies(now);
  }

  #think(): void {
    const stop = this.#thoughts.next();
    if (this.#closed || !this.now || !this.thinking || this.settingUp || this.now.outcome) return;
    const asked = { position: this.start, moves: path(this.here), time_ms: LONGEST_MS, lines: LINES };
    void (async () => {
      try {
        for await (const next of thoughts(this.id, asked, stop)) {
          if (stop.aborted) return;
          // A restarted search replaces the lines only once it is as deep.
          if (next.depth >= this.depth) [this.lines, this.depth] = [linesOf(next), next.depth];
        }
      } catch (error) {
        if (!stop.aborted) this.trouble = errorText(error, this.now?.scene);
      }
    })();
  }

  async #countReplies(now: Position): Promise<void> {
    if (!now.value || now.value.winner !== null) return;
    const draws = (now.move_values ?? []).filter(({ winner }) => winner === null);
    const found = await holding(
      this.id,
      now.position,
      draws.map(({ move }) => move),
    ).catch(() => ({}));
    if (now === this.now) this.holds = found;
  }
}

/** Returns the lines of an analysis, best first. */
const linesOf = (thought: Thought): Line[] => (thought.lines?.length ? thought.lines : [thought]);
