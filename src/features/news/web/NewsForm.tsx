import { type Ref, useMemo, useRef } from 'react';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, FormValues } from '#web/form/types.ts';
import { box, toast } from '#web/message.tsx';
import { call } from '#web/request.ts';
import { newsApi } from '../contract.ts';
import { fieldsOf, formSchema, initial, type Options, rules } from './newsFields.tsx';

interface Props {
  options: Options;
  /** It was opened for an article that is already kept. */
  editing: boolean;
  onDone: () => void;
  ref: Ref<DialogFormHandle>;
}

function tellRemoved(removed: readonly string[]): void {
  if (removed.length === 0) return;
  void box.alert(`正文里有不允许的部分，保存时已去掉：${removed.join('、')}。其余内容不变。`, {
    title: '内容已清理',
    level: 'notice',
  });
}

/** Writing, editing and submitting an article. */
export function NewsForm({ options, editing, onDone, ref }: Props) {
  const fields = useMemo(() => fieldsOf(options), [options]);
  /** Saved although submitting it was refused: the next try changes it instead of adding a second. */
  const saved = useRef<{ id: string; version: number }>(undefined);

  async function submit({ id, version, next, ...values }: FormValues) {
    const known = saved.current ?? (id ? { id: String(id), version: Number(version) } : undefined);
    // The form's values are judged by the contract before they are sent.
    const input = values as never;
    const result = known
      ? await call(newsApi.editNews, Object.assign({}, input, known))
      : await call(newsApi.addNews, input);
    saved.current = result;
    if (next === 'submit') await call(newsApi.submitNews, { id: result.id });
    return { removed: result.removed, submitted: next === 'submit' };
  }

  return (
    <DialogForm
      ref={ref}
      title={editing ? '编辑资讯' : '写资讯'}
      size="large"
      fields={fields}
      schema={formSchema}
      rules={rules}
      initial={initial}
      draft={editing ? undefined : 'news'}
      failText="保存失败"
      submit={submit}
      onDone={({ removed, submitted }) => {
        toast.success(submitted ? '已提交审核' : '已存为草稿');
        tellRemoved(removed);
      }}
      onClosed={() => {
        saved.current = undefined;
        onDone();
      }}
    />
  );
}
