// Typed event listeners.

export class Listeners<Events extends Record<keyof Events, unknown[]>> {
  #all: { [Name in keyof Events]?: Set<(...args: Events[Name]) => void> } = {};

  /** Adds a listener. Returns a function that removes it. */
  on<Name extends keyof Events>(name: Name, listener: (...args: Events[Name]) => void): () => void {
    const those = (this.#all[name] ??= new Set());
    those.add(listener);
    return () => those.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    for (const listener of this.#all[name] ?? []) listener(...args);
  }
}
