// The lobby as it changes, and what waits for whoever looks: one line for the whole page.

import { clearSession, isMe, me } from '../api/me.svelte';
import { invitationStatus } from '../api/people';
import { Refused } from '../api/errors';
import { applyListDelta } from './mergeList';
import { go, route } from '../shell/route.svelte';
import { hasServer } from '../api/server';
import { sounds } from '../shell/sound';
import type { Invitation, YourMatch } from '../api/types';
import { awaitsMe, type Received } from './myGames';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

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
  /** What is offered to whoever comes. */
  open = $state.raw<Invitation[]>([]);
  /** How many look on, and how many games are played. */
  here = $state(0);
  games = $state(0);
  /** What one offers and is offered. */
  mine = $state.raw<Invitation[]>([]);
  /** One's live games, and whether they are known yet. */
  matches = $state.raw<Received[]>([]);
  isOpen = $state(false);
  /** The game on the page, where it waits for a move of one's own against somebody. */
  board = $state<string>();
  /** Matches that came of one's offers while one was elsewhere, where the other side moves first: not opened yet. */
  #unseen = $state.raw<ReadonlySet<string>>(new Set());

  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT;
  #key: string | undefined;
  /** What one has offered and has not heard the end of, and the matches that came of it but are not told of yet. */
  #awaited = new Set<string>();
  #coming = new Set<string>();
  #watches = false;

  /** What one is asked by others. */
  get asked(): Invitation[] {
    return this.mine.filter((one) => one.to && isMe(one.to));
  }

  /** What one has offered and waits for. */
  get offered(): Invitation[] {
    return this.mine.filter((one) => isMe(one.from));
  }

  /** How many things wait for an answer or a move. */
  get waiting(): number {
    return this.asked.length + this.matches.filter(awaitsMe).length;
  }

  /** The same with matches that have begun unseen, and with the game on the page, which may be one that nobody is told of by name. */
  get noted(): number {
    const told = this.matches.filter((match) => awaitsMe(match) || this.#unseen.has(match.id));
    return this.asked.length + told.length + (this.board && !told.some(({ id }) => id === this.board) ? 1 : 0);
  }

  /** A match is on the page. */
  opened(id: string): void {
    if (this.#unseen.has(id)) this.#unseen = new Set([...this.#unseen].filter((one) => one !== id));
  }

  /** Whether the lobby itself is looked at; else one is only told what waits for oneself. */
  watch(on: boolean): void {
    if (on === this.#watches) return;
    this.#watches = on;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: 'lobby', on }));
  }

  /** One has offered this: what comes of it is told, even if the line breaks before the offer itself is. */
  offers(invitation: Invitation): void {
    this.#awaited.add(invitation.id);
    if (!this.mine.some((one) => one.id === invitation.id)) this.mine = [...this.mine, invitation];
  }

  /** Looks on as this person, or as nobody, or not at all. */
  look(key: string | undefined, wanted: boolean): void {
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
    if (key !== this.#key) {
      this.#key = key;
      this.#awaited.clear();
      this.#coming.clear();
      this.#unseen = new Set();
    }
    if (!key) [this.mine, this.matches] = [[], []];
    if (wanted && hasServer) this.#connect(key);
  }

  #connect(key: string | undefined): void {
    const url = new URL('/api/v1/lobby', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', lobby: this.#watches, ...(key && { token: key }) }));
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.isOpen = false;
      this.#timer = setTimeout(() => this.#connect(key), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  #hear(frame: Frame): void {
    this.isOpen = true;
    this.#wait = FIRST_WAIT;
    if (frame.type === 'lobby') this.open = frame.invitations ?? [];
    if (frame.type === 'changed') {
      const gone = new Set([...(frame.gone ?? []), ...(frame.added ?? []).map((one) => one.id)]);
      this.open = [...this.open.filter((one) => !gone.has(one.id)), ...(frame.added ?? [])];
    }
    if (frame.type === 'you' || frame.type === 'yours') this.#hearOfMe(frame);
    else if (typeof frame.matches === 'number') [this.here, this.games] = [frame.here ?? 0, frame.matches];
  }

  #hearOfMe(frame: Frame): void {
    // The key opens nothing any more: one has gone, by another device.
    if (frame.name === null) return clearSession();
    const before = this.waiting;
    const invitations = frame.invitations ?? [];
    const heardAt = performance.now();
    const matches = Array.isArray(frame.matches) ? frame.matches.map((match) => ({ ...match, heardAt })) : [];
    // Everything at first, then what changes.
    const isAll = frame.type === 'you';
    this.mine = isAll ? invitations : applyListDelta(this.mine, invitations, frame.closed, 'last');
    this.matches = isAll ? matches : applyListDelta(this.matches, matches, frame.ended, 'first');
    // Whether one's move is waited for is told from now on like that of any match.
    this.#unseen = new Set(this.matches.filter((match) => this.#unseen.has(match.id) && !awaitsMe(match)).map(({ id }) => id));
    for (const { id } of this.offered) this.#awaited.add(id);
    const open = new Set(this.mine.map(({ id }) => id));
    for (const id of this.#awaited) if (!open.has(id)) void this.#follow(id);
    this.sitDown();
    if (this.waiting > before) sounds.moved();
  }

  /** Asks what became of an offer that is open no more: who was away was not told, and a match may begin later. */
  async #follow(id: string): Promise<void> {
    const key = this.#key;
    this.#awaited.delete(id);
    try {
      const { state, match, from } = await invitationStatus(id);
      if (key !== this.#key) return;
      // What was told is older than the offer.
      if (state === 'open' && isMe(from)) this.#awaited.add(id);
      if (match) this.#coming.add(match);
      this.sitDown();
    } catch (error) {
      if (!(error instanceof Refused) && key === this.#key) this.#awaited.add(id);
    }
  }

  /** Somebody sat down with whoever waits here: to the board. Who is elsewhere by now is told by the title and finds it among their games. */
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

  /** Where one's own move is waited for, that is told already. */
  #tell(begun: Received[]): void {
    const isShown = (id: string) => route.path[0] === 'play' && route.path[1] === id;
    const unseen = begun.filter((match) => !awaitsMe(match) && !isShown(match.id) && !this.#unseen.has(match.id));
    if (!unseen.length) return;
    this.#unseen = new Set([...this.#unseen, ...unseen.map(({ id }) => id)]);
    sounds.came();
  }
}

export const lobby = new Lobby();

/** Keeps the line for as long as the page is open, and says in its title and on its badge what waits. */
export function followLobby(): void {
  document.addEventListener('visibilitychange', () => lobby.sitDown());
  $effect.root(() => {
    // Whoever has no name looks on only where there is something to see.
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
