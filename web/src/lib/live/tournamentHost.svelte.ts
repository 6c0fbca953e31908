// Host actions: cards, presence, rounds and pairings of a tournament.

import { Refused } from '../api/errors';
import {
  begunHere,
  cards as kept,
  cardLink,
  enterAgain,
  forgetCards,
  hostKey,
  makeCards,
  repair,
  roster,
  type Roster,
  start,
  tournament,
  type Tournament,
} from '../api/tournaments';
import { errorText } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';
import { csv, download, namesIn } from '../shell/csv';
import { LiveTournament } from './tournament.svelte';

/** Polling interval for presence. */
const LOOK_MS = 3000;
/** The number of earlier tournaments whose classes are offered. */
const EARLIER = 10;

type Pair = [string, string];

/** Returns the boards and byes of the current round that can still be changed. */
export function openPairings(now: Tournament | undefined): { boards: Pair[]; free: string[] } {
  const round = now?.rounds.at(-1);
  if (!now || !round || now.state === 'ended' || !now.rules.can_change_pairings)
    return { boards: [], free: [] };
  const fresh = round.meetings.filter(({ games }) => games.every(({ reason }) => !reason));
  return { boards: fresh.map(({ players }) => players as Pair), free: round.free };
}

/** Whether the pairing of the current round can be undone: no game of it has a result. */
export function canUndo(now: Tournament | undefined): boolean {
  const round = now?.rounds.at(-1);
  return (
    !!now?.rules.can_change_pairings &&
    now.state !== 'ended' &&
    !!round?.meetings.every(({ games }) => games.every(({ reason, counts }) => !reason || !counts))
  );
}

/** Swaps two players: each gets the other's opponent or bye. Returns the changed boards and byes. */
export function swap({ boards, free }: { boards: Pair[]; free: string[] }, one: string, other: string) {
  const swapped = (name: string) => (name === one ? other : name === other ? one : name);
  const touched = boards.filter((board) => board.includes(one) || board.includes(other));
  return {
    meetings: touched.map((board) => board.map(swapped) as Pair),
    free: free.filter((name) => name === one || name === other).map(swapped),
  };
}

export class TournamentHost {
  readonly cup: LiveTournament;
  list = $state.raw<Roster>();
  /** Names to enter, one per line or in a table. */
  text = $state('');
  cards = $state.raw(kept(''));
  busy = $state(false);
  /** The action that waits for confirmation. */
  sure = $state('');
  /** The text after an action. */
  done = $state('');
  /** The players to swap. */
  one = $state('');
  other = $state('');
  /** Earlier tournaments of this host, and the one whose class is entered. */
  earlier = $state.raw<Tournament[]>([]);
  from = $state('');
  /** The number of players who are here and of all, if the server asks whether to start without the others. */
  missing = $state.raw<{ present: number; players: number }>();
  /** The name that the server refused, and why. */
  unfit = $state.raw<{ name: string; trouble: string }>();

  readonly now = $derived.by(() => this.cup.now);
  readonly key = $derived(this.now && hostKey(this.now));
  readonly names = $derived(namesIn(this.text));
  readonly link = $derived(this.list?.code ? `${location.origin}/join/${this.list.code}` : '');
  readonly open = $derived(openPairings(this.now));
  /** The players who can be swapped. */
  readonly choices = $derived([...this.open.boards.flat(), ...this.open.free]);
  readonly mayUndo = $derived(canUndo(this.now));

  constructor(readonly id: string) {
    this.cup = new LiveTournament(id);
    this.cards = kept(id);
  }

  /** Follows the tournament until the returned function is called. */
  follow(): () => void {
    const stop = this.cup.follow();
    const timer = setInterval(() => !document.hidden && void this.look(), LOOK_MS);
    void this.#loadEarlier();
    return () => {
      stop();
      clearInterval(timer);
    };
  }

  /** Loads who is here. */
  async look(): Promise<void> {
    if (this.key) this.list = await roster(this.id, this.key).catch(() => this.list);
  }

  async #loadEarlier(): Promise<void> {
    const others = begunHere().filter((one) => one !== this.id);
    const found = await Promise.allSettled(others.slice(-EARLIER).map(tournament));
    this.earlier = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  /** Runs an action of the host, and shows `said` if it succeeds. */
  async act(what: (key: string) => Promise<unknown>, said = ''): Promise<void> {
    const { key } = this;
    if (!key) return;
    this.busy = true;
    [this.done, this.sure, this.unfit] = ['', '', undefined];
    if (await this.cup.act(() => what(key))) this.done = said;
    await this.look();
    this.busy = false;
  }

  /** Starts the tournament; `anyway` also without the players who are not here. */
  begin(anyway: boolean): Promise<void> {
    return this.act(async (key) => {
      this.missing = undefined;
      await start(this.id, anyway, key).catch((error) => {
        if (!(error instanceof Refused) || error.complaint.code !== 'not-here') throw error;
        this.missing = { present: Number(error.body.present), players: Number(error.body.players) };
      });
    });
  }

  /** Makes cards for the names. */
  enter(): Promise<void> {
    const asked = this.names;
    return this.act(async (key) => {
      this.cards = await makeCards(this.id, asked, key).catch((error) => {
        const name = error instanceof Refused ? asked[error.complaint.index ?? -1] : undefined;
        this.unfit = name === undefined ? undefined : { name, trouble: errorText(error) };
        throw error;
      });
      this.text = '';
    }, t('The cards are made.'));
  }

  /** Enters the class of an earlier tournament. */
  enterAgain(): Promise<void> {
    return this.act((key) => enterAgain(this.id, this.from, key), t('They have been added.'));
  }

  saveCards(): void {
    const rows = this.cards.map((card) => [card.name, cardLink(this.id, card), card.token]);
    download(`cards-${this.id}.csv`, csv([['name', 'link', 'token'], ...rows]));
  }

  forgetCards(): void {
    forgetCards(this.id);
    [this.cards, this.sure] = [[], ''];
  }

  async exchange(): Promise<void> {
    const { meetings, free } = swap(this.open, this.one, this.other);
    await this.act((key) => repair(this.id, meetings, free, key), t('The round has been paired again.'));
    [this.one, this.other] = ['', ''];
  }
}
