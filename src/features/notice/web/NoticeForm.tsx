import { type Ref, useMemo } from 'react';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, FormValues } from '#web/form/types.ts';
import { useKept } from '#web/form/useKept.ts';
import { toast } from '#web/message.tsx';
import { call } from '#web/request.ts';
import { tellRemoved } from '#web/rich/tellRemoved.ts';
import { noticeApi, noticeStatuses } from '../contract.ts';
import type { Options } from './AudienceField.tsx';
import { derive, fieldsOf, formSchema, initial, inputOf, rules } from './noticeFields.tsx';

interface Props {
  options: Options;
  /** It was opened for a draft that is already kept. */
  editing: boolean;
  onDone: () => void;
  ref: Ref<DialogFormHandle>;
}

/** Drafting, editing and publishing a notice. */
export function NoticeForm({ options, editing, onDone, ref }: Props) {
  const fields = useMemo(() => fieldsOf(options), [options]);
  const kept = useKept(
    (input) => call(noticeApi.addNotice, input),
    (input) => call(noticeApi.editNotice, input),
  );

  async function submit(values: FormValues) {
    const { id, version } = values;
    const result = await kept.save({ id, version, ...inputOf(values) });
    const status = values.mode === 'draft' ? 'draft' : (await call(noticeApi.publishNotice, { id: result.id })).status;
    return { removed: result.removed, status };
  }

  return (
    <DialogForm
      ref={ref}
      title={editing ? '编辑通知' : '起草通知'}
      size="large"
      fields={fields}
      schema={formSchema}
      rules={rules}
      derive={derive}
      initial={initial}
      draft={editing ? undefined : 'notice'}
      failText="保存失败"
      submit={submit}
      onDone={({ removed, status }) => {
        toast.success(status === 'draft' ? '已存为草稿' : noticeStatuses[status]);
        tellRemoved(removed);
      }}
      onClosed={() => {
        kept.forget();
        onDone();
      }}
    />
  );
}
