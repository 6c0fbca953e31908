import type { Game } from './types';

class LoadedGames {
  all = $state.raw<Game[]>([]);
}

/** The games with their translations; empty until they are loaded. */
export const loadedGames = new LoadedGames();
