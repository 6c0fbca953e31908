// A TCP proxy between client and server that breaks connections.

import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Proxy {
  url: string;
  /** Number of the next responses that lose their last byte and their connection. */
  spoil: number;
  /** Number of connections so far. */
  lines: number;
  /** Breaks every open connection. */
  cut(): void;
  close(): void;
}

export async function proxy(url: string): Promise<Proxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const listener = createServer((near) => {
    made.lines++;
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (bytes) => {
      if (made.spoil === 0) return near.write(bytes);
      made.spoil--;
      near.end(bytes.subarray(0, -1));
      return far.destroy();
    });
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const cut = () => open.forEach((socket) => socket.destroy());
  const address = listener.address() as AddressInfo;
  assert(address.port);
  const made: Proxy = {
    url: `http://127.0.0.1:${address.port}`,
    spoil: 0,
    lines: 0,
    cut,
    close: () => (cut(), listener.close()),
  };
  return made;
}
