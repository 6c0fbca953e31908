// What is said when the answer is no, by a server or by the games in this browser.

import type { Complaint } from './types';

/** The answer is no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly complaint: Complaint,
    readonly body: Record<string, unknown>,
  ) {
    super(complaint.text);
  }
}
