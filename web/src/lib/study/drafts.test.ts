import { expect, test, vi } from 'vitest';
import { draftOf, dropDraft, forgetDrafts, keepDraft } from './drafts';

const sheet = { title: 'Tigers', game: 'baghchal', nodes: [{}] };

/** Like a browser's storage, whose items are enumerable keys. */
function storage(): void {
  const own = {
    getItem: (key: string) => Reflect.get(kept, key) ?? null,
    removeItem: (key: string) => void Reflect.deleteProperty(kept, key),
  };
  const kept: object = Object.create({
    ...own,
    setItem: (key: string, text: string) => void Reflect.set(kept, key, text),
  });
  vi.stubGlobal('sessionStorage', kept);
}

test('a draft is stored per address until it is saved', () => {
  storage();
  keepDraft('study/one?', { sheet, version: 2 });
  expect(draftOf('study/one?')).toEqual({ sheet, version: 2 });
  expect(draftOf('study/one?version=1')).toBeUndefined();
  dropDraft('study/one?');
  expect(draftOf('study/one?')).toBeUndefined();
});

test('clearing removes drafts and nothing else', () => {
  storage();
  sessionStorage.setItem('chautari.key.1', 'kept');
  keepDraft('study/new/baghchal?', { sheet });
  forgetDrafts();
  expect(draftOf('study/new/baghchal?')).toBeUndefined();
  expect(sessionStorage.getItem('chautari.key.1')).toBe('kept');
});

test('a full or corrupt storage is tolerated', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => '{',
    setItem: () => {
      throw new Error('full');
    },
  });
  keepDraft('study/one?', { sheet });
  expect(draftOf('study/one?')).toBeUndefined();
});
