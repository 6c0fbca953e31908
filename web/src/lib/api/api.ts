// Everything the page asks for, from the server or from the games in this browser.

export { Away, Refused } from './errors';
export { call, createBySoftserve, createOnce, post, softserve } from './http';
export * from './matches';
export { gameOf, games, picture, position, remarks, thoughts, wholeGame } from './rules';
export type { Question, Rules, Search } from './rules';
