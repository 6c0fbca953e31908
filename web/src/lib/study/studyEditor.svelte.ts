// A study on the page: read, practised and, by its author, edited.

import { me } from '../api/me.svelte';
import { Refused } from '../api/errors';
import { gameOf, position } from '../api/rules';
import type { Game, Offer, Position, Study } from '../api/types';
import { errorText, whyIllegal } from '../i18n/errorText';
import { number, t } from '../i18n/i18n.svelte';
import { Latest } from '../shell/latest';
import { sounds } from '../shell/sound';
import { draftOf, dropDraft, keepDraft } from './drafts';
import { find, fromText, make, save, tokenOf, toPgn, toSheet, toTree } from './study';
import { addMove, all, first, name, nameAll, type Node, path, read as readTree, root } from './tree';

/** Maximum number of lines whose moves are written in human notation. */
const MOST_LINES = 60;
/** Pause before the opponent's reply in a lesson. */
const REPLY_MS = 700;

/** Where a study is: its id or `new`, and for a new one the game; the start, tree or version are in the query. */
export interface StudyPlace {
  id: string;
  game?: string | undefined;
  query: URLSearchParams;
}

export class StudyEditor {
  study = $state.raw<Study>();
  game = $state.raw<Game>();
  /** The game's id, with changed rules. */
  rules = $state('');
  start = $state<string>();
  title = $state('');
  /** The node on the board. */
  here = $state.raw<Node>(root());
  /** The node selected last. Its board may still be loading, and edits belong to it. */
  chosen = $state.raw<Node>(root());
  /** Incremented whenever the tree changes: its nodes are edited in place. */
  version = $state(0);
  now = $state.raw<Position>();
  turned = $state(false);
  trouble = $state('');
  missing = $state(false);
  /** The message after saving. */
  done = $state('');
  changed = $state(false);
  /** Whether the content comes from an unsaved draft. */
  isDraft = $state(false);
  busy = $state(false);
  complaint = $state.raw<{ text: string; points: number[] }>();
  /** Whether touched points become arrows, and the first of them. */
  drawing = $state(false);
  from = $state<number>();
  /** Practice mode, and the feedback to the last answer. */
  practising = $state(false);
  answer = $state.raw<{ ok: boolean; text: string }>();

  readonly isNew: boolean;
  /** The author's token: the one stored when the study was created, or the account's key. */
  readonly token = $derived(
    this.study &&
      (tokenOf(this.study.study) ?? (me.now && this.study.by === me.now.name ? me.now.key : undefined)),
  );
  readonly owns = $derived.by(() => this.isNew || (!!this.token && !this.place.query.get('version')));
  readonly canEdit = $derived(this.owns && !this.practising);
  readonly hasQuestions = $derived.by(() => {
    void this.version;
    return all(first(this.here)).some((node) => node.question);
  });
  /** The question to answer now. */
  readonly asks = $derived(this.practising ? this.here.question : undefined);
  readonly hasPgn = $derived(!!this.game?.dialects.some((dialect) => dialect.id === 'pgn'));
  /** The moves that can be played now. */
  readonly offers = $derived(this.drawing || (this.practising && !this.asks) ? [] : (this.now?.offers ?? []));
  readonly arrows = $derived.by(() => {
    void this.version;
    return [
      ...(this.asks ? [] : (this.here.arrows ?? [])),
      ...(this.from === undefined ? [] : [[this.from]]),
    ];
  });
  readonly comment = $derived.by(() => {
    void this.version;
    return this.chosen.comment ?? '';
  });
  readonly question = $derived.by(() => {
    void this.version;
    return this.chosen.question && { ...this.chosen.question };
  });

  #looks = new Latest();
  #closed = false;

  /** The address that drafts are stored under. */
  readonly #at: string;

  constructor(readonly place: StudyPlace) {
    this.isNew = place.id === 'new';
    this.rules = (this.isNew && place.game) || '';
    const way = ['study', place.id, ...(place.game ? [place.game] : [])];
    this.#at = `${way.join('/')}?${place.query}`;
  }

  /** Loads the study, or begins a new one. An unsaved draft comes first. */
  async load(): Promise<void> {
    const { id, query } = this.place;
    try {
      if (this.isNew) {
        this.start = query.get('position') ?? undefined;
        [this.title, this.here] = ['', readTree(query.get('tree') ?? '')];
      } else {
        const found = await find(id, query.get('version') ?? undefined);
        if (this.#closed) return;
        const { sheet } = (this.study = found);
        [this.rules, this.start, this.title, this.here] = [
          sheet.game,
          sheet.start,
          sheet.title,
          toTree(sheet),
        ];
      }
      const draft = this.owns ? draftOf(this.#at) : undefined;
      if (draft) {
        const { sheet, version } = draft;
        [this.start, this.title, this.here] = [sheet.start, sheet.title, toTree(sheet)];
        // The server detects a concurrent save by this version.
        if (this.study && version) this.study = { ...this.study, version };
      }
      [this.changed, this.isDraft] = [!!draft, !!draft];
      this.game = await gameOf(this.rules);
      await this.look(this.here);
      await this.#nameMoves();
    } catch (error) {
      this.missing = error instanceof Refused && error.status === 404;
      this.trouble = errorText(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.practising = false;
    this.#looks.cancel();
  }

  /** Shows a node of the tree. */
  async look(node: Node): Promise<void> {
    const left = this.#looks.next();
    this.chosen = node;
    try {
      const found = await position(this.rules, { position: this.start, moves: path(node) });
      if (left.aborted) return;
      for (const [i, ply] of (found.history ?? []).entries()) name(node, i, ply.human);
      [this.here, this.now, this.trouble] = [node, found, ''];
      [this.complaint, this.from] = [undefined, undefined];
      this.version++;
    } catch (error) {
      if (left.aborted) return;
      [this.chosen, this.trouble] = [this.here, errorText(error, this.now?.scene)];
    }
  }

  play(offer: Offer): void {
    sounds.moved();
    if (this.practising) return void this.#attempt(offer);
    const known = this.here.children.length;
    const next = addMove(this.here, offer.move, offer.human);
    // Readers may try moves; only the author's changes are saved.
    if (this.here.children.length > known) this.touch();
    void this.look(next);
  }

  /** Explains an illegal gesture. */
  async refused(points: number[]): Promise<void> {
    const { now } = this;
    if (!now) return;
    sounds.refused();
    const why = await whyIllegal(this.rules, now.position, now.scene, now.offers, points);
    if (now === this.now) this.complaint = why;
  }

  /** Begins the lesson at its first question. */
  async practise(): Promise<void> {
    [this.practising, this.answer, this.drawing] = [true, undefined, false];
    await this.look(first(this.here));
    await this.#goOn();
  }

  /** Touches a point that cannot be played: draws if arrows are drawn, otherwise says why. */
  touchPoint(point: number): void {
    if (!this.drawing) {
      const text = !this.practising
        ? t('The game is over.')
        : t(this.here.children.length ? 'One moment, please.' : 'That was the lesson.');
      this.complaint = { text, points: [point] };
    } else if (this.from === undefined) this.from = point;
    else this.#draw(this.from, point);
  }

  toggleDrawing(): void {
    [this.drawing, this.from] = [!this.drawing, undefined];
  }

  setComment(text: string): void {
    this.chosen.comment = text;
    this.touch();
  }

  setWrong(on: boolean): void {
    this.chosen.wrong = on;
    this.touch();
  }

  setQuestion(part: 'task' | 'otherwise', text: string): void {
    this.chosen.question = { ...(this.chosen.question ?? { task: '' }), [part]: text };
    if (!this.chosen.question.task && !this.chosen.question.otherwise) delete this.chosen.question;
    this.touch();
  }

  /** Removes the chosen move and everything after it. */
  cut(): void {
    const { parent } = this.chosen;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.chosen);
    this.touch();
    void this.look(parent);
  }

  /** Notes a change, and stores it as a draft: not every way out of the page can ask for confirmation. */
  touch(): void {
    [this.changed, this.done] = [true, ''];
    this.version++;
    this.#keepAsDraft();
  }

  /** Returns to what is saved. */
  discard(): void {
    dropDraft(this.#at);
    void this.load();
  }

  /** Saves the study. Returns the address of one that was created. */
  async save(): Promise<string | undefined> {
    // Edits made while the request is running are not part of it.
    [this.busy, this.changed] = [true, false];
    try {
      const sheet = this.#sheet();
      if (this.isNew || !this.study || !this.token) {
        const made = await make(sheet, me.now?.key);
        dropDraft(this.#at);
        if (this.changed) keepDraft(`study/${made.study}?`, { sheet: this.#sheet() });
        return `/study/${made.study}`;
      }
      this.study = await save(this.study.study, this.study.version, sheet, this.token);
      [this.isDraft, this.trouble] = [false, ''];
      this.done = t('Saved as version {0}.', number(this.study.version));
      if (this.changed) this.#keepAsDraft();
      else dropDraft(this.#at);
    } catch (error) {
      [this.changed, this.trouble] = [true, errorText(error, this.now?.scene)];
    } finally {
      this.busy = false;
    }
    return undefined;
  }

  /** Replaces the tree by a pasted study, and returns whether it could be read. */
  async take(text: string): Promise<boolean> {
    try {
      const found = await fromText(this.rules, text);
      const before = this.start;
      this.start = found.start;
      await this.look(found.tree);
      // An import that could not be shown must not change the study.
      if (first(this.here) !== found.tree) {
        this.start = before;
        return false;
      }
      if (found.title && !this.title) this.title = found.title;
      this.touch();
      await this.#nameMoves();
      return true;
    } catch (error) {
      this.trouble =
        error instanceof SyntaxError ? t('This cannot be read.') : errorText(error, this.now?.scene);
      return false;
    }
  }

  /** Returns the study as a file, or `undefined` after showing an error. */
  async file(kind: 'json' | 'pgn'): Promise<{ name: string; type: string; text: string } | undefined> {
    try {
      return kind === 'pgn'
        ? {
            name: 'study.pgn',
            type: 'application/x-chess-pgn',
            text: await toPgn(this.rules, this.start, first(this.here)),
          }
        : { name: 'study.json', type: 'application/json', text: JSON.stringify(this.#sheet(), null, 1) };
    } catch (error) {
      this.trouble = errorText(error, this.now?.scene);
      return undefined;
    }
  }

  #sheet() {
    return toSheet(this.title, this.rules, this.start, first(this.here));
  }

  #keepAsDraft(): void {
    if (this.owns && !this.#closed)
      keepDraft(this.#at, { sheet: this.#sheet(), version: this.study?.version });
  }

  /** Writes moves in human notation. */
  #nameMoves(): Promise<void> {
    const play = (moves: string[]) => position(this.rules, { position: this.start, moves });
    return nameAll(first(this.here), MOST_LINES, play, () => this.version++);
  }

  /** Answers the question of a lesson. */
  async #attempt(offer: Offer): Promise<void> {
    const asked = this.here.question;
    if (!asked) return;
    const child = this.here.children.find(({ move }) => move === offer.move);
    if (!child || child.wrong) {
      sounds.refused();
      const text = child?.comment || asked.otherwise || t('That is not it. Try again.');
      this.answer = { ok: false, text };
      return;
    }
    this.answer = { ok: true, text: child.comment ?? '' };
    await this.look(child);
    await this.#goOn();
  }

  /** Goes to the next question, or to the end. */
  async #goOn(): Promise<void> {
    while (this.practising && !this.here.question && this.here.children[0]) {
      await new Promise((ready) => setTimeout(ready, REPLY_MS));
      if (!this.practising) return;
      const [next] = this.here.children;
      await this.look(next!);
      // A board that could not be loaded would be asked for again and again.
      if (this.here !== next) return;
    }
  }

  /** Adds an arrow between two points, or a ring for the same point twice; removes it if it exists. */
  #draw(from: number, to: number): void {
    const arrow = from === to ? [to] : [from, to];
    const { arrows = [] } = this.here;
    const others = arrows.filter((one) => one.join() !== arrow.join());
    this.here.arrows = others.length < arrows.length ? others : [...others, arrow];
    this.from = undefined;
    this.touch();
  }
}
