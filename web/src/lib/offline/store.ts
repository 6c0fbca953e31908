// IndexedDB storage of matches.

const NAME = 'chautari';
const MATCHES = 'matches';

/** A stored match: its terms, players and events. */
export interface Stored {
  id: string;
  game: string;
  terms: { start?: string; opening?: string[]; control?: unknown; players: unknown[] };
  seats: [
    { kind: string; level?: number; time_ms?: number },
    { kind: string; level?: number; time_ms?: number },
  ];
  began_ms: number;
  changed_ms?: number;
  events: { at_ms: number; type: string }[];
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return (opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(MATCHES, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }));
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const store = (await open()).transaction(MATCHES, mode).objectStore(MATCHES);
  return new Promise((resolve, reject) => {
    const request = work(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export const find = (id: string): Promise<Stored | undefined> => run('readonly', (store) => store.get(id));
export const all = (): Promise<Stored[]> => run('readonly', (store) => store.getAll());
export const put = (match: Stored): Promise<IDBValidKey> => run('readwrite', (store) => store.put(match));
export const remove = (id: string): Promise<undefined> => run('readwrite', (store) => store.delete(id));
