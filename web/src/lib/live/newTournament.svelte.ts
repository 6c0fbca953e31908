// The settings of a new tournament.

import { me } from '../api/me.svelte';
import { games } from '../api/rules';
import {
  beginSeason,
  cost,
  create,
  type Entrance,
  type Format,
  type FormatRules,
  formats,
  hasRounds,
  type NextRound,
  type Plan,
  seasons,
  type SeasonSummary,
} from '../api/tournaments';
import type { Control, Game, Player, TournamentCost } from '../api/types';
import { errorText } from '../i18n/errorText';
import { parsePlayerName } from '../play/format';
import { go } from '../shell/route.svelte';

const MINUTE = 60_000;

/** Parses an engine or bot that takes part. */
export function entrant(line: string): Player {
  const name = parsePlayerName(line);
  const level = /^level (\d+)$/.exec(name)?.[1];
  if (level) return { kind: 'engine', level: Number(level) };
  return name === 'random' ? { kind: 'random' } : { kind: 'bot', name };
}

export class NewTournament {
  games = $state.raw<Game[]>([]);
  choices = $state.raw<FormatRules[]>([]);
  seasons = $state.raw<SeasonSummary[]>([]);

  name = $state('');
  game = $state('');
  format = $state<Format>();
  rounds = $state<number | null>(null);
  gamesPerPair = $state(1);
  minutes = $state(60);
  nextRound = $state<NextRound>('when_done');
  breakMinutes = $state(1);
  entrance = $state<Entrance>('code');
  starts = $state('');
  noShow = $state(3);
  rated = $state(false);
  clock = $state.raw<Control>();
  /** Engines and bots, one per line. */
  house = $state('');
  season = $state('');
  seasonName = $state('');
  /** The number of players that the host expects, and what a tournament of this size costs. */
  expected = $state(16);
  size = $state.raw<TournamentCost | null>(null);
  trouble = $state('');
  busy = $state(false);

  readonly rules = $derived(this.choices.find((choice) => choice.format === this.format)?.rules);
  readonly entrants = $derived(
    this.house
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map(entrant),
  );

  /** The last request for the cost. */
  #asked = 0;

  /** Loads the games and formats. What cannot be loaded is missing from the form. */
  async load(): Promise<void> {
    const [known, found] = await Promise.allSettled([games(), formats()]);
    if (known.status === 'fulfilled') {
      this.games = known.value;
      this.game ||= known.value[0]?.id ?? '';
    }
    if (found.status === 'fulfilled') {
      this.choices = found.value;
      this.format ??= found.value[0]?.format;
    }
  }

  /** Loads the seasons of a host. */
  async loadSeasons(key: string): Promise<void> {
    this.seasons = await seasons(key).catch(() => this.seasons);
  }

  /** Shows what the tournament costs before it is created. Responses about earlier settings are ignored. */
  async estimate(): Promise<void> {
    const asked = ++this.#asked;
    const { rules, format, expected, gamesPerPair, rounds } = this;
    const house = this.entrants.filter(({ kind }) => kind !== 'bot').length;
    if (!format || !rules || !hasRounds(rules) || !(expected >= 2) || !(gamesPerPair >= 1)) {
      this.size = null;
      return;
    }
    const size = {
      format,
      players: expected,
      house,
      ...(rules.sets_rounds && rounds && { rounds }),
      games_per_pair: gamesPerPair,
    };
    const found = await cost(size).catch(() => null);
    if (asked === this.#asked) this.size = found;
  }

  /** The tournament as the server creates it. */
  plan(format: Format, rules: FormatRules['rules']): Plan {
    const inRounds = hasRounds(rules);
    return {
      name: this.name.trim(),
      game: this.game,
      format,
      players: this.entrants,
      entrance: this.entrance,
      waits: true,
      ...(rules.sets_rounds && this.rounds && { rounds: this.rounds }),
      ...(inRounds
        ? { games_per_pair: this.gamesPerPair, next_round: this.nextRound }
        : { lasts_ms: this.minutes * MINUTE }),
      ...(inRounds && this.nextRound === 'after_break' && { break_ms: this.breakMinutes * MINUTE }),
      ...(this.clock && { clock: this.clock }),
      ...(this.starts && { starts_ms: new Date(this.starts).getTime() }),
      no_show_ms: this.noShow * MINUTE,
      rated: this.rated,
      ...(this.season && { season: this.season }),
    };
  }

  /** Creates the tournament and goes to the host's page. */
  async create(): Promise<void> {
    const { format, rules } = this;
    if (!format || !rules) return;
    this.busy = true;
    await this.#try(async () => go(`/tournament/${await create(this.plan(format, rules))}/host`));
    this.busy = false;
  }

  /** Creates a season and chooses it. */
  async beginSeason(): Promise<void> {
    await this.#try(async () => {
      const made = await beginSeason(this.seasonName.trim(), me.now!.key);
      [this.seasons, this.season, this.seasonName] = [[...this.seasons, made], made.id, ''];
    });
  }

  async #try(what: () => Promise<void>): Promise<void> {
    this.trouble = '';
    try {
      await what();
    } catch (error) {
      this.trouble = errorText(error);
    }
  }
}
