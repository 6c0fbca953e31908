// Errors of requests, to a server or to the games in this browser.

import type { Complaint } from './types';

export { Refused } from 'chautari-client/http';

/** The server could not be reached, or had no time: worth trying again. */
export class Away extends Error {
  constructor(
    message: string,
    readonly complaint?: Complaint,
  ) {
    super(message);
  }
}

/** The WebAssembly module has another version than the page. */
export class Unfit extends Error {}
