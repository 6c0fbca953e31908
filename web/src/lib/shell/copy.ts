// Copying text to the clipboard.

/**
 * Copies a text. Falls back to `execCommand` if the clipboard API is missing (plain HTTP) or not permitted.
 */
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
