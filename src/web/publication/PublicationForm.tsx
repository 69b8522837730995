import { useRef } from 'react';
import type { Endpoint, Id, OutputOf } from '#shared/endpoint.ts';
import type { TArray, TInteger, TObject, TSchema, TString } from '#shared/typebox.ts';
import type { FormSlot } from '#web/crud/types.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormProps, FormValues } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { toastRemoved } from '#web/rich/toastRemoved.ts';

type Parts = 'fields' | 'schema' | 'rules' | 'derive' | 'initial';

interface Props extends Pick<DialogFormProps, Parts> {
  slot: FormSlot;
  /** Title of a row, e.g. 通知, 资讯. */
  rowLabel: string;
  /** Text of the button that adds one. */
  add: string;
  /** Name of the draft that keeps unsaved input on close. */
  draft: string;
  create: SavingEndpoint;
  change: SavingEndpoint;
  /** Converts form values to the input. */
  inputOf: (values: FormValues) => FormValues;
  /** Runs the requested step after saving, e.g. publishing; returns the text of the new state. */
  then: (id: string, values: FormValues) => Promise<string>;
}

/** Form of a publication: saved as a draft and, if requested, published. */
export function PublicationForm({ slot, rowLabel, add, draft, create, change, inputOf, then, ...parts }: Props) {
  const saver = useCreateOrUpdate(create, change);

  async function submit(values: FormValues) {
    const { id, version } = values;
    const { removed, id: savedId } = await saver.save({ id, version, ...inputOf(values) });
    return { removed, words: await then(savedId, values) };
  }

  return (
    <DialogForm
      {...parts}
      open={slot.open}
      title={slot.editing ? `编辑${rowLabel}` : add}
      size="large"
      draft={draft}
      draftButton={false}
      failText="保存失败"
      submit={submit}
      onDone={({ removed, words }) => {
        toast.success(words);
        toastRemoved(removed);
      }}
      fetchLatest={slot.fetchLatest}
      onClosed={() => {
        saver.clear();
        slot.onClosed();
        slot.onDone();
      }}
    />
  );
}

/**
 * A call that saves a record; returns its id and version, and `removed`: labels of the parts that the server removed
 * from its text.
 */
type SavingEndpoint = Endpoint<TSchema, TObject<{ id: typeof Id; version: TInteger; removed: TArray<TString> }>>;
type Saved = OutputOf<SavingEndpoint>;
type StoredRecord = Pick<Saved, 'id' | 'version'>;

/**
 * Saves the record of a form with a second step. If the second step fails, the next try updates the saved record
 * instead of adding another one.
 */
function useCreateOrUpdate(add: SavingEndpoint, edit: SavingEndpoint) {
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
