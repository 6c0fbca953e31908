// A reporter for skipped and flaky tests: `./check` names a file in CHAUTARI_SKIPPED and prints it at the end.

import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Reporter, Suite } from '@playwright/test/reporter';

export default class SkipReporter implements Reporter {
  private all?: Suite;

  onBegin(_: unknown, all: Suite): void {
    this.all = all;
  }

  onEnd(): void {
    const list = process.env.CHAUTARI_SKIPPED;
    if (!list) return;
    const notes = new Set<string>();
    for (const test of this.all?.allTests() ?? []) {
      const file = basename(test.location.file);
      const why = test.annotations.find(({ type }) => type === 'skip')?.description;
      if (test.outcome() === 'skipped') notes.add(`${file} in a browser: ${why ?? test.title}`);
      if (test.outcome() === 'flaky') notes.add(`flaky, passed at the second try: ${file}, ${test.title} (${test.parent.project()?.name})`);
    }
    for (const note of notes) appendFileSync(list, `${note}\n`);
  }
}
