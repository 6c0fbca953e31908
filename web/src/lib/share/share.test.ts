import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const saveBlob = vi.hoisted(() => vi.fn());
vi.mock('../shell/files', () => ({ saveBlob }));

import { shareFile } from './share';

const FILE = new File(['x'], 'chautari.png', { type: 'image/png' });
const share = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('navigator', { canShare: () => true, share });
});
afterEach(() => vi.unstubAllGlobals());

test('a file goes to the share sheet', async () => {
  share.mockResolvedValue(undefined);
  await shareFile(FILE, 'Bagh Chal');
  expect(share).toHaveBeenCalledExactlyOnceWith({ files: [FILE], title: 'Bagh Chal' });
  expect(saveBlob).not.toHaveBeenCalled();
});

test('closing the share sheet downloads nothing', async () => {
  share.mockRejectedValue(new DOMException('', 'AbortError'));
  await shareFile(FILE, '');
  expect(saveBlob).not.toHaveBeenCalled();
});

test('a file is downloaded where it cannot be shared', async () => {
  share.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await shareFile(FILE, '');
  for (const browser of [{}, { canShare: () => false, share }]) {
    vi.stubGlobal('navigator', browser);
    await shareFile(FILE, '');
  }
  expect(saveBlob.mock.calls).toEqual(Array.from({ length: 3 }, () => ['chautari.png', FILE]));
});
