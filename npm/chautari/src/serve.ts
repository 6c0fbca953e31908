// What a worker does, in a browser and in Node alike.

import type { Answer, Question } from './engine.js';
import { Module } from './module.js';

/** Answers questions with the module that came with the first of them. */
export function server(post: (answer: Answer) => void): (question: Question) => void {
  let module: Module | undefined;
  return ({ compiled, question }) => {
    if (compiled) module = new Module(compiled);
    const heard = (thought: string) => post({ thought });
    post({ done: module!.text(question, heard) });
  };
}
