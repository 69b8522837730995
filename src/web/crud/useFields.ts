import { useMemo } from 'react';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import type { Field } from '#web/form/types.ts';

/**
 * The fields that a form makes of a noun's, made anew when what a dictionary offers has come or changed.
 * @param make the same function each time
 * @param from what it makes them of
 */
export function useFields<T>(make: (from: T) => Field[], from: T): Field[] {
  const lists = useDictionaryLists();
  return useMemo(() => ({ lists, fields: make(from) }), [lists, make, from]).fields;
}
