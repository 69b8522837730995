import { useState } from 'react';
import { useScreen } from '#web/screen/screen.ts';

/**
 * A state that outlives Esc, a reload and whatever arrives meanwhile: it is kept for this browser tab and account.
 * @param key names the thing and the alarm, `close:12`; a component shows one key for its whole life
 * @returns the value, its setter, and what forgets it
 */
export function useDraft<T>(key: string, initial: T): [T, (value: T) => void, () => void] {
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
