import { expect, test } from 'vitest';
import { parse } from './markdown';

test('blocks', () => {
  const text =
    '# A\n\nOne *two*\nthree `c`.\n\n- x\n  more\n- y\n\n```\n d\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  const blocks = parse(text);
  expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'code', 'table']);
  expect(blocks[1]).toEqual({
    kind: 'paragraph',
    inlines: [
      { kind: 'text', text: 'One ' },
      { kind: 'em', text: 'two' },
      { kind: 'text', text: ' three ' },
      { kind: 'code', text: 'c' },
      { kind: 'text', text: '.' },
    ],
  });
  expect(blocks[2]).toMatchObject({
    ordered: false,
    items: [[{ kind: 'paragraph' }], [{ kind: 'paragraph' }]],
  });
});

test('a drawing inside a list item belongs to it', () => {
  const [list] = parse('1. **A**: b\n\n   ```\n   x\n   ```\n\n2. c\n');
  expect(list).toMatchObject({ kind: 'list', ordered: true });
  expect(list?.kind === 'list' && list.items.map((item) => item.map((block) => block.kind))).toEqual([
    ['paragraph', 'code'],
    ['paragraph'],
  ]);
});

const rules = import.meta.glob<string>('$repo/games/*/RULES.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test.each(Object.entries(rules))('%s is parsed without losing a word', (_, text) => {
  const flat = JSON.stringify(parse(text)).replace(/\\n|\\"/g, ' ');
  for (const word of text.match(/[A-Za-z]{4,}/g) ?? []) expect(flat).toContain(word);
});

test('a drawing names its position and owns the text after it', () => {
  const blocks = parse('```position a/b w\n x\n```\n\nSo.\n\nMore.\n\n```position c\n```\n');
  expect(blocks).toMatchObject([
    {
      kind: 'position',
      position: 'a/b w',
      drawing: ' x',
      about: [{ kind: 'paragraph', inlines: [{ text: 'So.' }] }],
    },
    { kind: 'paragraph', inlines: [{ text: 'More.' }] },
    { kind: 'position', position: 'c', about: [] },
  ]);
});
