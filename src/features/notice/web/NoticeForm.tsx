import { useMemo } from 'react';
import { call } from '#web/call/request.ts';
import type { FormValues } from '#web/form/types.ts';
import { PublicationForm } from '#web/publication/PublicationForm.tsx';
import type { FormSlot } from '#web/publication/PublicationList.tsx';
import type { Option } from '#web/table/types.ts';
import { noticeApi, noticeStatuses } from '../contract.ts';
import type { Options } from './AudienceField.tsx';
import { derive, fieldsOf, formSchema, initial, inputOf, rules } from './noticeFields.tsx';

async function publishWhenAsked(id: string, { mode }: FormValues): Promise<string> {
  if (mode === 'draft') return '已存为草稿';
  return noticeStatuses[(await call(noticeApi.publishNotice, { id })).status];
}

interface Props {
  slot: FormSlot;
  options: Options;
  types: readonly Option[];
}

/** Drafting, editing and publishing a notice. */
export function NoticeForm({ slot, options, types }: Props) {
  const fields = useMemo(() => fieldsOf(options, types), [options, types]);
  return (
    <PublicationForm
      slot={slot}
      noun="通知"
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
      then={publishWhenAsked}
    />
  );
}
