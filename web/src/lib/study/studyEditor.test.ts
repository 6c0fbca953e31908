import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fakes = vi.hoisted(() => ({
  position: vi.fn(),
  get: vi.fn(),
  call: vi.fn(),
  createOnce: vi.fn(),
  me: { now: undefined as { name: string; key: string } | undefined },
}));
vi.mock('../api/rules', () => ({
  gameOf: async () => ({ id: 'line', dialects: [{ id: 'pgn' }] }),
  position: fakes.position,
}));
vi.mock('../api/http', () => fakes);
vi.mock('../api/me.svelte', () => ({ me: fakes.me }));
vi.mock('../i18n/errorText', () => ({ errorText: String, whyIllegal: vi.fn() }));
vi.mock('../i18n/i18n.svelte', () => ({
  t: (text: string, value = '') => text.replace('{0}', value),
  number: String,
}));
vi.mock('../shell/sound', () => ({ sounds: { moved: vi.fn(), refused: vi.fn() } }));

import { Refused } from '../api/errors';
import type { Offer, Study, StudyNode } from '../api/types';
import { draftOf } from './drafts';
import { StudyEditor } from './studyEditor.svelte';
import { first } from './tree';

const offer = (move: string) => ({ move, human: move.toUpperCase(), points: [0] }) as unknown as Offer;

const study = (nodes: StudyNode[], more: Partial<Study> = {}): Study => ({
  study: 's1',
  version: 3,
  made_ms: 0,
  saved_ms: 0,
  by: 'Asha',
  sheet: { title: 'Traps', game: 'line', nodes },
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  const area = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('localStorage', area);
  vi.stubGlobal('sessionStorage', area);
  fakes.me.now = { name: 'Asha', key: 'her-key' };
  fakes.position.mockImplementation(async (_: string, { moves = [] }: { moves?: string[] }) => ({
    position: moves.join(' '),
    history: moves.map((move) => ({ move, human: move.toUpperCase() })),
    offers: ['a', 'b'].map(offer),
    outcome: null,
    scene: {},
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

const settle = () => vi.advanceTimersByTimeAsync(3000);

async function opened(found: Study, query = ''): Promise<StudyEditor> {
  fakes.get.mockResolvedValue(found);
  const editor = new StudyEditor({ id: 's1', query: new URLSearchParams(query) });
  await editor.load();
  return editor;
}

const begun = async (query = '') => {
  const editor = new StudyEditor({ id: 'new', game: 'line', query: new URLSearchParams(query) });
  await editor.load();
  return editor;
};

test('an author edits and saves, and the draft goes', async () => {
  const editor = await opened(study([{}]));
  expect([editor.canEdit, editor.changed, editor.title]).toEqual([true, false, 'Traps']);
  editor.play(offer('a'));
  await settle();
  editor.setComment('The best one.');
  expect(draftOf('study/s1?')).toMatchObject({ version: 3, sheet: { nodes: [{}, { move: 'a' }] } });
  fakes.call.mockResolvedValue(study([{}], { version: 4 }));
  expect(await editor.save()).toBeUndefined();
  expect(fakes.call).toHaveBeenCalledWith(
    'PUT',
    '/studies/s1',
    {
      version: 3,
      sheet: {
        title: 'Traps',
        game: 'line',
        nodes: [{}, { parent: 0, move: 'a', comment: 'The best one.' }],
      },
    },
    'her-key',
  );
  expect([editor.done, editor.changed, draftOf('study/s1?')]).toEqual([
    'Saved as version 4.',
    false,
    undefined,
  ]);
});

test('edits made while saving stay a draft', async () => {
  const editor = await opened(study([{}]));
  editor.setComment('One.');
  fakes.call.mockImplementation(async () => {
    editor.setComment('Two.');
    return study([{}], { version: 4 });
  });
  await editor.save();
  expect(editor.changed).toBe(true);
  expect(draftOf('study/s1?')).toMatchObject({ version: 4, sheet: { nodes: [{ comment: 'Two.' }] } });
});

test('a save that fails keeps the changes', async () => {
  const editor = await opened(study([{}]));
  editor.setComment('One.');
  fakes.call.mockRejectedValue(new Error('lost'));
  await editor.save();
  expect([editor.changed, editor.busy, editor.trouble]).toEqual([true, false, 'Error: lost']);
});

test('a draft is restored and can be discarded', async () => {
  const before = await opened(study([{}]));
  before.setComment('Unsaved.');
  const editor = await opened(study([{}]));
  expect([editor.isDraft, editor.changed, editor.comment]).toEqual([true, true, 'Unsaved.']);
  editor.discard();
  await settle();
  expect([editor.isDraft, editor.changed, editor.comment]).toEqual([false, false, '']);
});

test('a new study is created once, and has an address then', async () => {
  const editor = await begun('tree=a (b)');
  expect(first(editor.here).children.length).toBe(2);
  editor.title = 'Mine';
  fakes.createOnce.mockResolvedValue({ study: 's2', token: 'secret' });
  expect(await editor.save()).toBe('/study/s2');
  expect(draftOf('study/new/line?tree=a+%28b%29')).toBeUndefined();
});

test('readers may try moves, without changing the study', async () => {
  fakes.me.now = undefined;
  const editor = await opened(study([{}]));
  editor.play(offer('a'));
  await settle();
  expect([editor.owns, editor.now?.position, draftOf('study/s1?')]).toEqual([false, 'a', undefined]);
});

test('an older version is only read', async () => {
  expect((await opened(study([{}]), 'version=2')).canEdit).toBe(false);
});

test('a study that does not exist is missing', async () => {
  fakes.get.mockRejectedValue(new Refused(404, { code: 'missing', text: 'Missing.' }, {}));
  const editor = new StudyEditor({ id: 's1', query: new URLSearchParams() });
  await editor.load();
  expect(editor.missing).toBe(true);
});

test('a lesson asks, corrects wrong answers, and replies', async () => {
  const editor = await opened(
    study([
      { question: { task: 'Find a.', otherwise: 'No.' } },
      { parent: 0, move: 'b', wrong: true, comment: 'b loses.' },
      { parent: 0, move: 'a', comment: 'Right.' },
      { parent: 2, move: 'x' },
    ]),
  );
  expect(editor.hasQuestions).toBe(true);
  void editor.practise();
  await settle();
  expect(editor.asks?.task).toBe('Find a.');
  editor.play(offer('b'));
  await settle();
  expect(editor.answer).toEqual({ ok: false, text: 'b loses.' });
  editor.play(offer('other'));
  await settle();
  expect(editor.answer).toEqual({ ok: false, text: 'No.' });
  editor.play(offer('a'));
  await settle();
  expect([editor.answer, editor.now?.position, editor.offers]).toEqual([
    { ok: true, text: 'Right.' },
    'a x',
    [],
  ]);
});

test('arrows are drawn and removed by two touches', async () => {
  const editor = await begun();
  editor.toggleDrawing();
  for (const point of [1, 2, 4, 4]) editor.touchPoint(point);
  expect(editor.arrows).toEqual([[1, 2], [4]]);
  for (const point of [1, 2]) editor.touchPoint(point);
  expect(editor.arrows).toEqual([[4]]);
});

test('a move is removed with everything after it', async () => {
  const editor = await begun('tree=a b');
  await editor.look(first(editor.here).children[0]!);
  editor.cut();
  await settle();
  expect([first(editor.here).children, editor.now?.position]).toEqual([[], '']);
});

test('an import that cannot be shown changes nothing', async () => {
  const editor = await begun('tree=a');
  fakes.position.mockRejectedValueOnce(new Error('illegal'));
  expect(await editor.take('{"title":"X","start":"other","nodes":[{}]}')).toBe(false);
  expect([editor.start, editor.trouble, editor.title]).toEqual([undefined, 'Error: illegal', '']);
  expect(await editor.take('{"nodes": broken')).toBe(false);
  expect(editor.trouble).toBe('This cannot be read.');
  expect(await editor.take('{"title":"X","nodes":[{},{"parent":0,"move":"b"}]}')).toBe(true);
  expect([editor.title, first(editor.here).children[0]?.text]).toEqual(['X', 'B']);
});
