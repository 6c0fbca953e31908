// The WebSocket protocol of a match: its address, the greeting, and the messages that follow.

import type { Match as State } from './schema.js';

/** The part of a WebSocket that is needed here, for substitutes of one. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((close: CloseReason) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Why a connection was closed, by its close code. */
export interface CloseReason {
  code?: number;
  reason?: string;
}

/** A message about a match: its state, and the event that led to it. Other types only show that the connection is open. */
export interface Frame {
  type: string;
  state?: State;
  event?: { type: string; side?: string };
}

/** Returns the WebSocket address of a match. */
export const matchAddress = (server: string, match: string): string =>
  `${server.replace(/^http/, 'ws')}/api/v1/matches/${encodeURIComponent(match)}/live`;

/** Subscribes to a match: the server first sends what was missed since version `from`, then every change. */
export function subscribe(
  socket: Socket,
  hello: { from: number | null; token?: string | undefined },
  onFrame: (frame: Frame) => void,
  onClose: (close: CloseReason) => void,
): void {
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: 'hello', ...hello }));
    // The server sends nothing if nothing was missed; the reply to this shows that the connection is open.
    socket.send(JSON.stringify({ type: 'ping' }));
  };
  socket.onmessage = ({ data }) => onFrame(JSON.parse(data) as Frame);
  socket.onclose = onClose;
}
