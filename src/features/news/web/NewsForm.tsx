import { type Ref, useMemo } from 'react';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, FormValues } from '#web/form/types.ts';
import { useKept } from '#web/form/useKept.ts';
import { toast } from '#web/message.tsx';
import { call } from '#web/request.ts';
import { tellRemoved } from '#web/rich/tellRemoved.ts';
import { newsApi } from '../contract.ts';
import { fieldsOf, formSchema, initial, type Options, rules } from './newsFields.tsx';

interface Props {
  options: Options;
  /** It was opened for an article that is already kept. */
  editing: boolean;
  onDone: () => void;
  ref: Ref<DialogFormHandle>;
}

/** Writing, editing and submitting an article. */
export function NewsForm({ options, editing, onDone, ref }: Props) {
  const fields = useMemo(() => fieldsOf(options), [options]);
  const kept = useKept(
    (input) => call(newsApi.addNews, input),
    (input) => call(newsApi.editNews, input),
  );

  async function submit({ next, ...values }: FormValues) {
    const result = await kept.save(values);
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
        kept.forget();
        onDone();
      }}
    />
  );
}
