// A name that nobody else chooses, for what is to be done once. `crypto.randomUUID` would do, were it not missing in pages
// over plain HTTP, as from a teacher's machine to a class.

export function fresh(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
