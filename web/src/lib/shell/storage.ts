// Values that this browser stores as JSON. A value that another version wrote, or that was damaged, counts as missing.

type Area = 'local' | 'session';

const areaOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

/** Returns a stored list or object; `fallback` if there is none, or a value of another kind. */
export function stored<T extends object>(key: string, fallback: T, area?: Area): T;
export function stored<T extends object>(key: string, fallback?: undefined, area?: Area): T | undefined;
export function stored<T extends object>(key: string, fallback?: T, area: Area = 'local'): T | undefined {
  try {
    const value: unknown = JSON.parse(areaOf(area).getItem(key) ?? 'null');
    const isKind =
      typeof value === 'object' && value !== null && Array.isArray(value) === Array.isArray(fallback ?? {});
    return isKind ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

/** Stores a value, or removes it if it is `undefined`. Without room or permission the page works on without it. */
export function store(key: string, value: object | undefined, area: Area = 'local'): void {
  try {
    if (value === undefined) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, JSON.stringify(value));
  } catch {
    // A value that could not be stored is missing at the next visit.
  }
}
