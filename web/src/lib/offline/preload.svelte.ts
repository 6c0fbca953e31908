// Loads the games into this browser before they are needed.

import { hasServer } from '../api/server';
import { route } from '../shell/route.svelte';
import { isBuiltIn, load } from './engine';

/** The pages on which somebody soon wants immediate answers. */
const PLAYED_ON = new Set(['new', 'play', 'analysis', 'learn', 'puzzles', 'review']);
/** The delay leaves the connection to the page's own files. */
const DELAY_MS = 2000;

/** Loads the games once such a page is open. */
export function followEngine(): void {
  if (!isBuiltIn || !hasServer) return;
  $effect.root(() => {
    const isWanted = $derived(PLAYED_ON.has(route.path[0] ?? ''));
    $effect(() => {
      if (!isWanted) return;
      const timer = setTimeout(() => void load().catch(() => {}), DELAY_MS);
      return () => clearTimeout(timer);
    });
  });
}
