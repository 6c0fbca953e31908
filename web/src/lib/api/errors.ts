// Errors of requests, to a server or to the games in this browser.

export { Refused } from 'chautari-client/http';

/** The WebAssembly module has another version than the page. */
export class Unfit extends Error {}
