// The line to a match: its address, what is said first, and what is heard.

import type { Match as State } from './schema.js';

/** What a line goes over: a WebSocket, or what is like one. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((parting: Parting) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Why a line has ended, as close codes tell it. */
export interface Parting {
  code?: number;
  reason?: string;
}

/** What a server says of a match: how it stands, and what has happened. Others only show that the line is open. */
export interface Frame {
  type: string;
  state?: State;
  event?: { type: string; side?: string };
}

/** Where the line to a match is. */
export const address = (server: string, match: string): string =>
  `${server.replace(/^http/, 'ws')}/api/v1/matches/${encodeURIComponent(match)}/live`;

/** Says hello, and hears: what was missed since a version, then whatever happens, until the line has ended. */
export function follow(wire: Wire, hello: { from: number | null; token?: string | undefined }, hear: (frame: Frame) => void, ended: (parting: Parting) => void): void {
  wire.onopen = () => {
    wire.send(JSON.stringify({ type: 'hello', ...hello }));
    // Who has missed nothing is told nothing; the answer to this shows that the line is open.
    wire.send(JSON.stringify({ type: 'ping' }));
  };
  wire.onmessage = ({ data }) => hear(JSON.parse(data) as Frame);
  wire.onclose = ended;
}
