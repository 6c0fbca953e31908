import { expect, test } from 'vitest';

const english = import.meta.glob<string>('../../../games/*/RULES.md', { query: '?raw', import: 'default', eager: true });
const nepali = import.meta.glob<string>('../../../games/*/RULES.ne.md', { query: '?raw', import: 'default', eager: true });

const boards = (rules: string) => [...rules.matchAll(/^ *```position [\s\S]*?^ *```$/gm)].map(([board]) => board);

test('the same boards stand in the rules of both languages', () => {
  expect(Object.keys(nepali).length).toBeGreaterThan(3);
  for (const [path, rules] of Object.entries(nepali)) {
    expect(boards(rules).length).toBeGreaterThan(2);
    expect(boards(rules), path).toEqual(boards(english[path.replace('.ne.md', '.md')]!));
  }
});
