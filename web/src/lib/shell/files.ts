/** Returns files found by `import.meta.glob`, one in each game's folder, by the game's id. */
export const byGame = <T>(files: Record<string, T>): Map<string, T> =>
  new Map(Object.entries(files).map(([path, file]) => [path.split('/').at(-2)!, file]));

/** Offers a text as a download. */
export function saveFile({ name, type, text }: { name: string; type: string; text: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
