// Drafts of studies: unsaved changes, stored for this window.

import type { StudySheet } from '../api/types';
import { store, stored } from '../shell/storage';

const KEYS = 'chautari.draft.';

/** The content of a study, and the version it is based on; none for a new study. */
export interface Draft {
  sheet: StudySheet;
  version?: number | undefined;
}

export function draftOf(place: string): Draft | undefined {
  return stored<Draft>(KEYS + place, undefined, 'session');
}

export function keepDraft(place: string, draft: Draft): void {
  store(KEYS + place, draft, 'session');
}

export const dropDraft = (place: string): void => sessionStorage.removeItem(KEYS + place);

/** Deletes all drafts, for the next user of this browser. */
export function forgetDrafts(): void {
  for (const place of Object.keys(sessionStorage))
    if (place.startsWith(KEYS)) sessionStorage.removeItem(place);
}
