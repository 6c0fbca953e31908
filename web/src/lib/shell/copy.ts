// A text into the clipboard.

/** Copies a text. Pages over plain HTTP have no clipboard of their own, and others may lack leave for it: then the old way. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text });
    const before = document.activeElement;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    if (!isCopied) throw new Error('Nothing was copied.');
  }
}
