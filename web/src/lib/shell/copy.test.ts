// Copying over plain HTTP, where the clipboard API is missing.

import { beforeEach, expect, test, vi } from 'vitest';
import { copy } from './copy';

const execCommand = vi.fn();
const field = { select: vi.fn(), remove: vi.fn() };

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('document', {
    activeElement: null,
    body: { append: () => {} },
    createElement: () => field,
    execCommand,
  });
});

test('copying falls back to execCommand, and fails if that fails', async () => {
  execCommand.mockReturnValue(true);
  await copy('a text');
  execCommand.mockReturnValue(false);
  await expect(copy('a text')).rejects.toThrow();
  expect(field.remove).toHaveBeenCalledTimes(2);
});
