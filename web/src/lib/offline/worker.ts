// The rules and engines, beside the page. Each worker has a module of its own: one answers at once, another
// thinks.

import { Module } from '../../../../npm/chautari/src/module';

export interface Asked { id: number; compiled?: WebAssembly.Module; question: string }
export type Answered = { id: number; thought: string } | { id: number; answer: string };

let module: Module | undefined;

addEventListener('message', ({ data: { id, compiled, question } }: MessageEvent<Asked>) => {
  if (compiled) module = new Module(compiled);
  const answer = module!.text(question, (thought) => postMessage({ id, thought }));
  postMessage({ id, answer });
});
