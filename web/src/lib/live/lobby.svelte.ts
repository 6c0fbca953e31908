// The lobby, and everything that waits for the user: one connection for the whole page.

import { Reconnecting } from 'chautari-client/reconnect';
import { Refused } from '../api/errors';
import { clearSession, isMe, me } from '../api/me.svelte';
import { invitationStatus } from '../api/people';
import { hasServer } from '../api/server';
import type { Invitation, YourMatch } from '../api/types';
import { go, route } from '../shell/route.svelte';
import { sounds } from '../shell/sound';
import { applyListDelta } from './mergeList';
import { awaitsMe, type Received } from './myGames';

/** Delay before the second attempt to connect. */
const FIRST_MS = 500;

interface Frame {
  type: 'lobby' | 'changed' | 'you' | 'yours' | 'pong';
  invitations?: Invitation[];
  added?: Invitation[];
  gone?: string[];
  here?: number;
  matches?: number | YourMatch[];
  name?: string | null;
  ended?: string[];
  closed?: string[];
}

class Lobby {
  /** Open invitations to anyone. */
  open = $state.raw<Invitation[]>([]);
  /** Number of people online, and of games in progress. */
  here = $state(0);
  games = $state(0);
  /** Invitations from and to the user. */
  mine = $state.raw<Invitation[]>([]);
  /** The user's live matches. */
  matches = $state.raw<Received[]>([]);
  isOpen = $state(false);
  /** The match on the page, if it waits for the user's move. */
  board = $state<string>();
  /** Matches created from the user's offers that have not been opened yet and wait for the opponent. */
  #unseen = $state.raw<ReadonlySet<string>>(new Set());

  #socket: WebSocket | undefined;
  #connection = new Reconnecting(({ opened, ended }) => this.#connect(opened, ended), {
    first: FIRST_MS,
    onState: (state) => (this.isOpen = state === 'open'),
  });
  #key: string | undefined;
  /** Own invitations still open, and matches created from them that the server has not announced yet. */
  #awaited = new Set<string>();
  #coming = new Set<string>();
  #watches = false;

  /** Invitations to the user. */
  get asked(): Invitation[] {
    return this.mine.filter((one) => one.to && isMe(one.to));
  }

  /** Open invitations from the user. */
  get offered(): Invitation[] {
    return this.mine.filter((one) => isMe(one.from));
  }

  /** Number of invitations and matches that wait for the user, other than the match on the page. */
  get waiting(): number {
    const elsewhere = this.matches.filter((match) => awaitsMe(match) && match.id !== this.board);
    return this.asked.length + elsewhere.length;
  }

  /**
   * Like `waiting`, but including new matches and the match on the page, which need not be under the user's
   * name.
   */
  get noted(): number {
    const told = this.matches.filter((match) => awaitsMe(match) || this.#unseen.has(match.id));
    return (
      this.asked.length + told.length + (this.board && !told.some(({ id }) => id === this.board) ? 1 : 0)
    );
  }

  /** Marks a match as seen. */
  opened(id: string): void {
    if (this.#unseen.has(id)) this.#unseen = new Set([...this.#unseen].filter((one) => one !== id));
  }

  /** Subscribes to the open invitations; otherwise only the user's own items are sent. */
  watch(on: boolean): void {
    if (on === this.#watches) return;
    this.#watches = on;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: 'lobby', on }));
  }

  /** Tracks a new offer, so that its outcome is noticed even if the connection breaks first. */
  offers(invitation: Invitation): void {
    this.#awaited.add(invitation.id);
    if (!this.mine.some((one) => one.id === invitation.id)) this.mine = [...this.mine, invitation];
  }

  /** Connects as this user or anonymously, or disconnects. */
  look(key: string | undefined, wanted: boolean): void {
    this.#connection.close();
    if (key !== this.#key) {
      this.#key = key;
      this.#awaited.clear();
      this.#coming.clear();
      this.#unseen = new Set();
    }
    if (!key) [this.mine, this.matches] = [[], []];
    if (wanted && hasServer) this.#connection.open();
  }

  #connect(opened: () => void, ended: () => void): () => void {
    const url = new URL('/api/v1/lobby', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    const token = this.#key;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'hello', lobby: this.#watches, ...(token && { token }) }));
    socket.onmessage = ({ data }) => {
      opened();
      this.#hear(JSON.parse(data));
    };
    socket.onclose = ended;
    return () => {
      [socket.onopen, socket.onmessage, socket.onclose] = [null, null, null];
      socket.close();
    };
  }

  #hear(frame: Frame): void {
    if (frame.type === 'lobby') this.open = frame.invitations ?? [];
    if (frame.type === 'changed') {
      const gone = new Set([...(frame.gone ?? []), ...(frame.added ?? []).map((one) => one.id)]);
      this.open = [...this.open.filter((one) => !gone.has(one.id)), ...(frame.added ?? [])];
    }
    if (frame.type === 'you' || frame.type === 'yours') this.#hearOfMe(frame);
    else if (typeof frame.matches === 'number') [this.here, this.games] = [frame.here ?? 0, frame.matches];
  }

  #hearOfMe(frame: Frame): void {
    // The key was revoked by another device.
    if (frame.name === null) return clearSession();
    const before = this.waiting;
    const invitations = frame.invitations ?? [];
    const heardAt = performance.now();
    const matches = Array.isArray(frame.matches) ? frame.matches.map((match) => ({ ...match, heardAt })) : [];
    // A full list first, then deltas.
    const isAll = frame.type === 'you';
    this.mine = isAll ? invitations : applyListDelta(this.mine, invitations, frame.closed, 'last');
    this.matches = isAll ? matches : applyListDelta(this.matches, matches, frame.ended, 'first');
    // From the user's turn on they are listed like any match.
    this.#unseen = new Set(
      this.matches.filter((match) => this.#unseen.has(match.id) && !awaitsMe(match)).map(({ id }) => id),
    );
    for (const { id } of this.offered) this.#awaited.add(id);
    const open = new Set(this.mine.map(({ id }) => id));
    for (const id of this.#awaited) if (!open.has(id)) void this.#follow(id);
    this.sitDown();
    if (this.waiting > before) sounds.moved();
  }

  /**
   * Loads the outcome of a closed offer: it may have been missed while offline, and its match may begin
   * later.
   */
  async #follow(id: string): Promise<void> {
    const key = this.#key;
    this.#awaited.delete(id);
    try {
      const { state, match, from } = await invitationStatus(id);
      if (key !== this.#key) return;
      // The list was older than the offer.
      if (state === 'open' && isMe(from)) this.#awaited.add(id);
      if (match) this.#coming.add(match);
      this.sitDown();
    } catch (error) {
      if (!(error instanceof Refused) && key === this.#key) this.#awaited.add(id);
    }
  }

  /** Opens the match of an accepted offer if the lobby is on screen; otherwise marks it as new. */
  sitDown(): void {
    const begun = this.matches.filter((match) => this.#coming.has(match.id));
    if (!begun[0]) return;
    const isHere = route.path[0] === 'lobby';
    const goes = isHere && !document.hidden;
    this.#tell(begun.filter(({ id }) => !(goes && id === begun[0]!.id)));
    if (isHere && !goes) return;
    for (const { id } of begun) this.#coming.delete(id);
    if (goes) go(`/play/${begun[0].id}`);
  }

  /** Matches that wait for the user's move are announced anyway. */
  #tell(begun: Received[]): void {
    const isShown = (id: string) => route.path[0] === 'play' && route.path[1] === id;
    const unseen = begun.filter(
      (match) => !awaitsMe(match) && !isShown(match.id) && !this.#unseen.has(match.id),
    );
    if (!unseen.length) return;
    this.#unseen = new Set([...this.#unseen, ...unseen.map(({ id }) => id)]);
    sounds.came();
  }
}

export const lobby = new Lobby();

/** Connects while the page is open and shows the number of waiting items in the title and the app badge. */
export function followLobby(): void {
  document.addEventListener('visibilitychange', () => lobby.sitDown());
  $effect.root(() => {
    // Anonymous users connect only on the lobby page.
    const wanted = $derived(!!me.now || route.path[0] === 'lobby');
    $effect(() => lobby.watch(route.path[0] === 'lobby'));
    $effect(() => lobby.look(me.now?.key, wanted));
    $effect(() => {
      if (route.path[0] === 'play' && route.path[1]) lobby.opened(route.path[1]);
    });
    $effect(() => {
      const { noted } = lobby;
      const mark = () => {
        const bare = document.title.replace(/^\(\d+\) /, '');
        const marked = noted ? `(${noted}) ${bare}` : bare;
        if (marked !== document.title) document.title = marked;
      };
      mark();
      const seen = new MutationObserver(mark);
      seen.observe(document.head, { childList: true, subtree: true, characterData: true });
      void (noted ? navigator.setAppBadge?.(noted) : navigator.clearAppBadge?.())?.catch(() => {});
      return () => seen.disconnect();
    });
  });
}
