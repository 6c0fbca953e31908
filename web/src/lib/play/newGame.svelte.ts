// The settings of a new game: rules, opponent, side and clock.

import { begin, type Carried, seated } from '../api/matches';
import { me } from '../api/me.svelte';
import { beginByLink, beginRated } from '../api/people';
import { games, position } from '../api/rules';
import { hasServer } from '../api/server';
import type { Control, Game, Player, Position } from '../api/types';
import { errorText } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';
import { go, rename } from '../shell/route.svelte';
import { gameFamilies } from './format';
import { allowed, named, values, type Values } from './rules';

export type Opponent = 'engine' | 'friend' | 'screen' | 'engines';

export class NewGameSession {
  all = $state.raw<Game[]>([]);
  id = $state('');
  /** Values of the adjustable rules. */
  rules = $state<Values>({});
  opponent = $state<Opponent>('engine');
  /** Level of the engine, and of the second one if two play. */
  level = $state(3);
  rival = $state(3);
  /** Whether the engine resigns a proven loss. */
  resigns = $state(false);
  side = $state('');
  clock = $state.raw<Control>();
  /** Whether a game under the user's name against an engine is rated. */
  rated = $state(false);
  shown = $state.raw<Position>();
  complaint = $state('');
  busy = $state(false);

  readonly game = $derived(this.all.find((one) => one.id === this.id) ?? this.all[0]);
  /** The game with its adjusted rules, as the API names it. */
  readonly name = $derived(this.game && named(this.game, this.rules));
  readonly families = $derived(gameFamilies(this.all));
  readonly family = $derived(
    this.families.find((one) => one.game === this.game || one.variants.includes(this.game!)),
  );
  readonly canBeRated = $derived.by(
    () =>
      this.opponent === 'engine' &&
      hasServer &&
      !!me.now &&
      !!this.clock &&
      !this.start &&
      !this.moves.length,
  );
  /** Whether the second side is at the bottom. */
  readonly turned = $derived(this.game?.sides[1] === this.side && this.shown?.scene.board.look === 'squares');

  readonly start: string | undefined;
  readonly moves: string[];

  /** The game in the address, and its query: a start, moves, and a match from a page without a server. */
  constructor(
    readonly wanted: string,
    private readonly query: URLSearchParams,
  ) {
    this.id = wanted.split(':')[0]!;
    this.start = query.get('position') ?? undefined;
    this.moves = (query.get('moves') ?? '').split(' ').filter(Boolean);
  }

  async load(): Promise<void> {
    try {
      this.all = await games();
      this.choose(this.game?.id ?? '');
    } catch (error) {
      this.complaint = errorText(error, this.shown?.scene);
    }
  }

  /** Chooses a game, with its usual rules or those in the address. */
  choose(id: string): void {
    this.id = id;
    const { game, wanted } = this;
    if (!game) return;
    if (!game.sides.includes(this.side)) this.side = game.sides[0];
    this.rules = values(game, wanted.startsWith(`${game.id}:`) ? wanted : game.id);
  }

  /** Shows the start of the game, if its rules are allowed. */
  async show(): Promise<void> {
    const { game, name } = this;
    if (!name || !game?.rules.every((rule) => allowed(rule, this.rules[rule.name]))) return;
    try {
      const now = await position(name, { position: this.start, moves: this.moves });
      if (name === this.name) [this.shown, this.complaint] = [now, ''];
    } catch (error) {
      this.complaint = errorText(error, this.shown?.scene);
    }
  }

  /** Imports a match from a page without a server. */
  async carry(): Promise<void> {
    const put = this.query.get('put');
    if (!put || !hasServer) return;
    // Returning to this address must not import it again.
    rename(
      `/new/${this.wanted}?${new URLSearchParams({ ...(this.start && { position: this.start }), moves: this.moves.join(' ') })}`,
    );
    await this.#try(async () => {
      const { seats, clock } = JSON.parse(put) as Carried;
      go(seated(await begin(this.wanted, seats, { clock, start: this.start, moves: this.moves })));
    });
  }

  /** Begins the game and goes to it. */
  async begin(): Promise<void> {
    const { game, name } = this;
    if (!game || !name) return;
    if (this.opponent === 'engines') return go(this.#betweenEngines(name));
    await this.#try(async () => go(seated(await this.#create(game, name))));
  }

  #betweenEngines(name: string): string {
    const query = new URLSearchParams({
      one: String(this.level),
      two: String(this.rival),
      ...(this.start && { position: this.start }),
      ...(this.moves.length && { moves: this.moves.join(' ') }),
    });
    return `/engines/${name}?${query}`;
  }

  #create(game: Game, name: string): Promise<Parameters<typeof seated>[0]> {
    const { side, level, clock, start, moves } = this;
    const other = game.sides[0] === side ? game.sides[1] : game.sides[0];
    if (this.opponent === 'friend') return beginByLink(name, side, other, clock, start, moves);
    if (this.rated && this.canBeRated) return beginRated(name, side, other, level, clock!);
    const theirs: Player =
      this.opponent === 'engine'
        ? { kind: 'engine', level, ...(this.resigns && { resigns: true }) }
        : { kind: 'human' };
    const seats = { [side]: { kind: 'human' as const }, [other]: theirs };
    return begin(name, seats, { clock, start, moves, place: 'here' });
  }

  async #try(what: () => Promise<void>): Promise<void> {
    [this.busy, this.complaint] = [true, ''];
    try {
      await what();
    } catch (error) {
      this.complaint =
        error instanceof SyntaxError ? t('This cannot be read.') : errorText(error, this.shown?.scene);
    } finally {
      this.busy = false;
    }
  }
}
