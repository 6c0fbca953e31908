// What is written and not saved yet outlives its page: it is there again for whoever comes back in the same window.

import type { StudySheet } from '../api/types';

const KEYS = 'chautari.draft.';

/** A study as it stands on the page, and the version it was made from; none for a new one. */
export interface Draft {
  sheet: StudySheet;
  version?: number | undefined;
}

export function draftOf(place: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEYS + place) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(place: string, draft: Draft): void {
  try {
    sessionStorage.setItem(KEYS + place, JSON.stringify(draft));
  } catch {
    // What cannot be kept is on the page all the same.
  }
}

export const dropDraft = (place: string): void => sessionStorage.removeItem(KEYS + place);

/** Whoever comes next writes their own. */
export function forgetDrafts(): void {
  for (const place of Object.keys(sessionStorage)) if (place.startsWith(KEYS)) sessionStorage.removeItem(place);
}
