import type { FormSlot } from '#web/crud/types.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormProps, FormValues } from '#web/form/types.ts';
import { type SavingEndpoint, useCreateOrUpdate } from '#web/form/useCreateOrUpdate.ts';
import { toast } from '#web/message/message.tsx';
import { toastRemoved } from '#web/rich/toastRemoved.ts';

type Parts = 'fields' | 'schema' | 'rules' | 'derive' | 'initial';

interface Props extends Pick<DialogFormProps, Parts> {
  slot: FormSlot;
  /** 通知, 资讯. */
  rowLabel: string;
  /** Words of the button that begins a new one. */
  add: string;
  /** Name under which what was typed is kept when the form is closed. */
  draft: string;
  create: SavingEndpoint;
  change: SavingEndpoint;
  /** What is sent of the form's values. */
  inputOf: (values: FormValues) => FormValues;
  /** What is done with what was saved, as the form asks for it; answers the words that say how it stands now. */
  then: (id: string, values: FormValues) => Promise<string>;
}

/** The form of something that is written, saved as a draft and, when asked for, sent on its way. */
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
