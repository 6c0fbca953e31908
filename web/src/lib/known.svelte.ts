import type { Game } from './types';

class Known {
  games = $state.raw<Game[]>([]);
}

/** The games there are, with their words, once the server has told them. */
export const known = new Known();
