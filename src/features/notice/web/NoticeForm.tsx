import { callApi } from '#web/api/request.ts';
import type { FormSlot } from '#web/crud/types.ts';
import { useFields } from '#web/crud/useFields.ts';
import type { FormValues } from '#web/form/types.ts';
import { PublicationForm } from '#web/publication/PublicationForm.tsx';
import { noticeApi, noticeStatuses } from '../contract.ts';
import type { Options } from './AudienceField.tsx';
import { derive, fieldsOf, formSchema, initial, inputOf, rules } from './noticeFields.tsx';

async function publishIfChosen(id: string, { mode }: FormValues): Promise<string> {
  if (mode === 'draft') return '已存为草稿';
  return noticeStatuses[(await callApi(noticeApi.publishNotice, { id })).status];
}

interface Props {
  slot: FormSlot;
  options: Options;
}

/** Form for drafting, editing and publishing a notice. */
export function NoticeForm({ slot, options }: Props) {
  const fields = useFields(fieldsOf, options);
  return (
    <PublicationForm
      slot={slot}
      rowLabel="通知"
      add="起草通知"
      draft="notice"
      fields={fields}
      schema={formSchema}
      rules={rules}
      derive={derive}
      initial={initial}
      create={noticeApi.addNotice}
      change={noticeApi.editNotice}
      inputOf={inputOf}
      then={publishIfChosen}
    />
  );
}
