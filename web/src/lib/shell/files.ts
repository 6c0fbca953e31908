/** Returns files found by `import.meta.glob`, one in each game's folder, by the game's id. */
export const byGame = <T>(files: Record<string, T>): Map<string, T> =>
  new Map(Object.entries(files).map(([path, file]) => [path.split('/').at(-2)!, file]));

/** Offers a text as a download. */
export const saveFile = ({ name, type, text }: { name: string; type: string; text: string }): void =>
  saveBlob(name, new Blob([text], { type }));

/** Offers a file as a download. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
