// Checks of the Nepali translation that types cannot make: codes and terms of the server, read from its sources.
// Texts of games are in their folders; games/tests/words.rs checks them.

import glossary from '$repo/docs/NEPALI.md?raw';
import { expect, test } from 'vitest';
import { endings, reasons, texts as nepali } from './nepali';

const joined = (files: Record<string, string>) => Object.values(files).join('\n');
const page = joined(
  import.meta.glob<string>(['../../../**/*.svelte', '../../**/*.ts', '!../../**/*.test.ts', '!./*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const vocabulary = joined(
  import.meta.glob<string>('$repo/crates/game/src/**/*.rs', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const arena = joined(
  import.meta.glob<string>('$repo/crates/arena/src/live/*.rs', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const server = joined(
  import.meta.glob<string>(['$repo/crates/**/src/**/*.rs', '!**/{game,arena,wasm}/**', '!**/tests.rs'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

const all = (text: string, what: RegExp) => [...text.matchAll(what)].map((match) => match[1]!);
const lacking = (wanted: string[], known: Record<string, string>) =>
  [...new Set(wanted)].filter((one) => !Object.hasOwn(known, one));

test('every theme of puzzles is translated', () => {
  const themes = all(/THEMES: [^=]*=\s*\[([^\]]*)\]/.exec(vocabulary)![1]!, /"([a-z-]+)"/g);
  expect(themes.length).toBeGreaterThan(5);
  expect(
    lacking(
      themes.map((theme) => theme.replaceAll('-', ' ')),
      nepali,
    ),
  ).toEqual([]);
});

test('every error code is translated', () => {
  const codes = [vocabulary, arena].flatMap((source) =>
    all(source, /fn code\(&self\) -> &'static str \{\n([\s\S]*?)\n {4}\}/g),
  );
  const ofRules = [
    ...codes.flatMap((body) => all(body, /"([a-z-]+)"/g)),
    ...all(vocabulary, /OVER: &'static str = "([a-z-]+)"/g),
  ];
  expect(ofRules.length).toBeGreaterThan(10);
  const ofServer = [
    ...all(server, /\brefused\(\s*"([a-z-]+)"/g),
    ...all(server, /Problem::new\(\s*[\w:]+,\s*"([a-z-]+)"/g),
  ];
  expect(ofServer.length).toBeGreaterThan(20);
  expect(lacking([...ofRules, ...ofServer], reasons)).toEqual([]);
});

test('every ending is translated', () => {
  const codes = [
    ...all(vocabulary, /Ending \{\s*code: "([a-z-]+)"/g),
    ...all(arena, /Verdict::new\([^"\n]*"([a-z-]+)"/g),
    ...all(arena, /ABANDONED: &'static str = "([a-z-]+)"/g),
  ];
  expect(codes.length).toBeGreaterThan(5);
  expect(lacking(codes, endings)).toEqual([]);
});

test('no translation is unused', () => {
  const softserve = joined(
    import.meta.glob<string>('$repo/protocols/softserve/src/*.rs', {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  );
  const formats = joined(
    import.meta.glob<string>('$repo/crates/arena/src/tournament/format.rs', {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  );
  const said = [page, vocabulary, vocabulary.replaceAll('-', ' '), arena, formats, server, softserve].join(
    '\n',
  );
  // Only whole quoted texts count, not words inside sentences.
  const isSaid = (text: string) => [`'${text}'`, `"${text}"`].some((quoted) => said.includes(quoted));
  expect(Object.keys(nepali).filter((text) => !isSaid(text))).toEqual([]);
});

test('no text contains a word that the glossary rejects', () => {
  const rows = [...glossary.matchAll(/^\| [^|]+ \| ([^|]+) \| ([^|]*) \|$/gm)].slice(1);
  const taken = new Set(rows.flatMap(([, word]) => word!.split(', ')));
  // A word that is wrong for one thing may be right for another.
  const shunned = rows
    .flatMap(([, , not]) => not!.split(', '))
    .filter((word) => /^[\u0900-\u097f]+$/.test(word) && !taken.has(word));
  expect(shunned.length).toBeGreaterThan(10);
  const games = import.meta.glob<string>(['$repo/games/*/src/nepali.rs', '$repo/games/*/RULES.ne.md'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const texts = [
    ...Object.values(nepali),
    ...Object.values(reasons),
    ...Object.values(endings),
    ...Object.values(games).flatMap((text) => text.split('\n')),
  ];
  expect(
    texts.filter((text) => shunned.some((word) => new RegExp(`(?<![\\u0900-\\u097f])${word}`).test(text))),
  ).toEqual([]);
});
