/**
 * Returns a random id of 32 hexadecimal digits. `crypto.randomUUID` is missing in pages over plain HTTP, such as those
 * served from a teacher's machine to a class.
 */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
