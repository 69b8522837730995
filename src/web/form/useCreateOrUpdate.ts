import { useRef } from 'react';
import type { Endpoint, Id, OutputOf } from '#shared/endpoint.ts';
import type { TArray, TInteger, TObject, TSchema, TString } from '#shared/typebox.ts';
import { callValidated } from './callValidated.ts';
import type { FormValues } from './types.ts';

/** A call that keeps a record and says which, and what the server took out of its text, in words. */
export type SavingEndpoint = Endpoint<TSchema, TObject<{ id: typeof Id; version: TInteger; removed: TArray<TString> }>>;
type Saved = OutputOf<SavingEndpoint>;
type StoredRecord = Pick<Saved, 'id' | 'version'>;

/**
 * For a form that saves and then does something more with what it saved: when that was refused, the record is kept all the
 * same, and the next try changes it instead of adding a second one. `known` is the record that the form was opened for.
 */
export function useCreateOrUpdate(add: SavingEndpoint, edit: SavingEndpoint) {
  const stored = useRef<StoredRecord>(undefined);
  return {
    async save({ id, version, ...values }: FormValues): Promise<Saved> {
      const opened = id ? { id: String(id), version: Number(version) } : undefined;
      // After a conflict the form goes on with a later version than the one that was kept here.
      const existing = (opened?.version ?? 0) > (stored.current?.version ?? 0) ? opened : (stored.current ?? opened);
      const result = await (existing ? callValidated(edit, { ...values, ...existing }) : callValidated(add, values));
      stored.current = result;
      return result;
    },
    clear(): void {
      stored.current = undefined;
    },
  };
}
