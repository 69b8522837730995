import { useMemo } from 'react';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import type { Field } from '#web/form/types.ts';

/**
 * Returns form fields; makes them again after a dictionary has loaded or changed.
 * @param make a stable function
 * @param from argument of `make`
 */
export function useFields<T>(make: (from: T) => Field[], from: T): Field[] {
  const lists = useDictionaryLists();
  return useMemo(() => ({ lists, fields: make(from) }), [lists, make, from]).fields;
}
