// What is said when the answer is no, by a server or by the games in this browser.

export { Refused } from 'chautari-client/http';

/** The games that were fetched are not those of this page. */
export class Unfit extends Error {}
