/** Returns files found by `import.meta.glob`, one in each game's folder, by the game's id. */
export const byGame = <T>(files: Record<string, T>): Map<string, T> =>
  new Map(Object.entries(files).map(([path, file]) => [path.split('/').at(-2)!, file]));
