import { useRef } from 'react';
import type { FormValues } from './types.ts';

interface Kept {
  id: string;
  version: number;
}

/**
 * For a form that saves and then does something more with what it saved: when that was refused, the record is kept all the
 * same, and the next try changes it instead of adding a second one. `known` is the record that the form was opened for.
 */
export function useKept<R extends Kept>(add: (input: never) => Promise<R>, edit: (input: never) => Promise<R>) {
  const kept = useRef<Kept>(undefined);
  return {
    async save({ id, version, ...values }: FormValues): Promise<R> {
      const opened = id ? { id: String(id), version: Number(version) } : undefined;
      // After a conflict the form goes on with a later version than the one that was kept here.
      const known = (opened?.version ?? 0) > (kept.current?.version ?? 0) ? opened : (kept.current ?? opened);
      // The form's values are judged by the contract before they are sent.
      const result = await (known ? edit({ ...values, ...known } as never) : add(values as never));
      kept.current = result;
      return result;
    },
    forget(): void {
      kept.current = undefined;
    },
  };
}
