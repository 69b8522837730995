/** Makes a list of listeners. `on` returns the function that removes the listener. */
export function emitter<T>(): { on: (listener: (value: T) => void) => () => void; emit: (value: T) => void } {
  const listeners = new Set<(value: T) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
  };
}
