// Playing from the lobby: by one tap, by an invitation, by a challenge, or against the engine after a while.

import { Refused } from '../api/errors';
import { begin, seated } from '../api/matches';
import { me } from '../api/me.svelte';
import { accept, challenge, counter, decline, playNow, type Terms, withdraw } from '../api/people';
import { games } from '../api/rules';
import type { Game } from '../api/types';
import { errorText } from '../i18n/errorText';
import { t } from '../i18n/i18n.svelte';
import { gameFamilies } from '../play/format';
import { go } from '../shell/route.svelte';
import { lobby } from './lobby.svelte';

/** After waiting this long, the user is offered a game against the engine. */
const PATIENCE_MS = 8000;
const LEVEL = 3;

export class LobbySession {
  games = $state.raw<Game[]>([]);
  /** The terms in the form. */
  terms = $state.raw<Terms>();
  complaint = $state('');
  busy = $state(false);
  /** Whether the user has to choose a name first. */
  asksName = $state(false);
  opponent = $state('');
  /** The text after a challenge was sent. */
  sent = $state('');
  /** Seconds since the first open offer was seen. */
  waited = $state(0);
  isPatient = $state(true);
  /** The game of the tiles. */
  chosen = $state('');

  readonly families = $derived(gameFamilies(this.games));
  readonly tiled = $derived(this.chosen || this.families[0]?.game.id || '');

  /** The action to run once the user has chosen a name. */
  #meant: (() => Promise<unknown>) | undefined;

  constructor(challenged = '') {
    this.opponent = challenged;
  }

  async load(): Promise<void> {
    try {
      this.games = await games();
    } catch (error) {
      this.complaint = errorText(error);
    }
  }

  /** Counts the seconds of waiting until the returned function is called. */
  wait(): () => void {
    [this.isPatient, this.waited] = [true, 0];
    const begun = Date.now();
    const timer = setInterval(() => {
      const ms = Date.now() - begun;
      [this.waited, this.isPatient] = [Math.floor(ms / 1000), ms < PATIENCE_MS];
    }, 500);
    return () => clearInterval(timer);
  }

  /** Runs an action that needs a name; asks for one first if there is none. */
  async act(what: () => Promise<unknown>): Promise<void> {
    if (!me.now) {
      [this.#meant, this.asksName] = [what, true];
      return;
    }
    [this.busy, this.complaint, this.sent] = [true, '', ''];
    try {
      await what();
    } catch (error) {
      this.complaint = errorText(error);
    } finally {
      this.busy = false;
    }
  }

  /** Runs the action that has waited for a name. */
  named(): void {
    const what = this.#meant;
    [this.asksName, this.#meant] = [false, undefined];
    if (what) void this.act(what);
  }

  /** Accepts an invitation. */
  sit = (id: string) => this.act(async () => go(`/play/${(await accept(id)).match}`));

  withdraw = (id: string) => this.act(() => withdraw(id));

  /** Replies with the terms in the form. */
  counter = (id: string) => this.act(() => counter(id, this.terms!));

  decline = (id: string) => this.act(() => decline(id));

  /** Plays with the next player who wants the same. */
  play = (terms: Terms) =>
    this.act(async () => {
      const { match, invitation } = await playNow(terms);
      if (invitation) lobby.offers(invitation);
      if (match) go(`/play/${match}`);
    });

  /** Challenges a person or a bot by name. */
  ask = () =>
    this.act(async () => {
      const name = this.opponent.trim();
      // People and bots share one name space.
      const isMissing = (error: unknown) => error instanceof Refused && error.status === 404;
      lobby.offers(
        await challenge({ person: name }, this.terms!).catch((error) =>
          isMissing(error) ? challenge({ bot: name }, this.terms!) : Promise.reject(error),
        ),
      );
      this.sent = t('{0} has been asked.', name);
      this.opponent = '';
    });

  /** Withdraws all open offers and plays the first of them against the engine. */
  playEngine = () =>
    this.act(async () => {
      const offered = lobby.offered.filter((one) => !one.to);
      const [first] = offered;
      if (!first) return;
      const game = this.games.find((one) => one.id === first.game.split(':')[0])!;
      const mine = first.side ?? game.sides[0];
      const theirs = game.sides.find((side) => side !== mine)!;
      await Promise.all(offered.map((one) => withdraw(one.id)));
      const seats = {
        [mine]: { kind: 'human' as const },
        [theirs]: { kind: 'engine' as const, level: LEVEL },
      };
      go(seated(await begin(first.game, seats, { clock: first.clock })));
    });
}
