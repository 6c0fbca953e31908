// Over plain HTTP, where a page has no clipboard of its own.

import { beforeEach, expect, test, vi } from 'vitest';
import { copy } from './copy';

const execCommand = vi.fn();
const field = { select: vi.fn(), remove: vi.fn() };

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('document', { activeElement: null, body: { append: () => {} }, createElement: () => field, execCommand });
});

test('a text is copied the old way, or it is said that it was not', async () => {
  execCommand.mockReturnValue(true);
  await copy('a text');
  execCommand.mockReturnValue(false);
  await expect(copy('a text')).rejects.toThrow();
  expect(field.remove).toHaveBeenCalledTimes(2);
});
