// Sharing by the phone's share sheet, with a download where there is none.

import { saveBlob } from '../shell/files';

/** Whether the browser can share this file. */
export const canShare = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });

/** Shares a file, or downloads it where files cannot be shared. */
export async function shareFile(file: File, title: string): Promise<void> {
  if (!canShare(file)) return saveBlob(file.name, file);
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    // Closing the share sheet is no error; a browser that refuses to share can still download.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveBlob(file.name, file);
  }
}
