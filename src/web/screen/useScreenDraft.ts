import { useState } from 'react';
import { useScreen } from './screen.ts';

/**
 * Returns a state that survives Esc, a reload and new warns; stored for this tab and account.
 * @param key names the field and the warn, `close:12`; it must not change in a component's life
 * @returns the value, its setter, and a function that clears it
 */
export function useScreenDraft<T>(key: string, initial: T): [T, (value: T) => void, () => void] {
  const draft = useScreen().draft<T>(key);
  const [value, setValue] = useState(() => draft.read() ?? initial);
  const change = (next: T) => {
    setValue(next);
    draft.write(next);
  };
  const clear = () => {
    setValue(initial);
    draft.clear();
  };
  return [value, change, clear];
}
