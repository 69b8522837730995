import type { FormSlot } from '#web/crud/types.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormProps, FormValues } from '#web/form/types.ts';
import { type SavingEndpoint, useCreateOrUpdate } from '#web/form/useCreateOrUpdate.ts';
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
      ref={slot.ref}
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
        slot.onDone();
      }}
    />
  );
}
