// Lists that are updated by deltas.

/** Applies changed and removed items to a list. Existing items keep their places. */
export function applyListDelta<T extends { id: string }>(
  before: T[],
  changed: T[],
  gone: string[] | undefined,
  added: 'first' | 'last',
): T[] {
  const out = new Set(gone);
  const now = new Map(changed.map((one) => [one.id, one]));
  const known = new Set(before.map(({ id }) => id));
  const stay = before.map((one) => now.get(one.id) ?? one);
  const come = changed.filter(({ id }) => !known.has(id));
  const all = added === 'first' ? [...come, ...stay] : [...stay, ...come];
  return all.filter(({ id }) => !out.has(id));
}
