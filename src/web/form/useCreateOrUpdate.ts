import { useRef } from 'react';
import type { Endpoint, Id, OutputOf } from '#shared/endpoint.ts';
import type { TArray, TInteger, TObject, TSchema, TString } from '#shared/typebox.ts';
import { callValidated } from './callValidated.ts';
import type { FormValues } from './types.ts';

/**
 * A call that saves a record; returns its id and version, and `removed`: labels of the parts that the server removed
 * from its text.
 */
export type SavingEndpoint = Endpoint<TSchema, TObject<{ id: typeof Id; version: TInteger; removed: TArray<TString> }>>;
type Saved = OutputOf<SavingEndpoint>;
type StoredRecord = Pick<Saved, 'id' | 'version'>;

/**
 * Saves the record of a form with a second step. If the second step fails, the next try updates the saved record
 * instead of adding another one.
 */
export function useCreateOrUpdate(add: SavingEndpoint, edit: SavingEndpoint) {
  const stored = useRef<StoredRecord>(undefined);
  return {
    async save({ id, version, ...values }: FormValues): Promise<Saved> {
      const opened = id ? { id: String(id), version: Number(version) } : undefined;
      // After a conflict the form has a later version than the one stored here.
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
