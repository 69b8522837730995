import { type Ref, useMemo, useRef } from 'react';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, FormValues } from '#web/form/types.ts';
import { box, toast } from '#web/message.tsx';
import { call } from '#web/request.ts';
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

/** Says which parts of a text the server took out. */
export function tellRemoved(removed: readonly string[]): void {
  if (removed.length === 0) return;
  void box.alert(`正文里有不允许的部分，保存时已去掉：${removed.join('、')}。其余内容不变。`, {
    title: '内容已清理',
    level: 'notice',
  });
}

/** Drafting, editing and publishing a notice. */
export function NoticeForm({ options, editing, onDone, ref }: Props) {
  const fields = useMemo(() => fieldsOf(options), [options]);
  /** Saved although publishing it was refused: the next try changes it instead of adding a second. */
  const saved = useRef<{ id: string; version: number }>(undefined);

  async function submit(values: FormValues) {
    const known = saved.current ?? (values.id ? { id: String(values.id), version: Number(values.version) } : undefined);
    // The form's values are judged by the contract before they are sent.
    const input = inputOf(values) as never;
    const result = known
      ? await call(noticeApi.editNotice, Object.assign({}, input, known))
      : await call(noticeApi.addNotice, input);
    saved.current = result;
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
        saved.current = undefined;
        onDone();
      }}
    />
  );
}
