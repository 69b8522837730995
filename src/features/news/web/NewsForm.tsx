import { callApi } from '#web/api/request.ts';
import type { FormSlot } from '#web/crud/types.ts';
import { useFields } from '#web/crud/useFields.ts';
import type { FormValues } from '#web/form/types.ts';
import { PublicationForm } from '#web/publication/PublicationForm.tsx';
import type { Option } from '#web/table/types.ts';
import { newsApi } from '../contract.ts';
import { fieldsOf, formSchema, initial, inputOf, rules } from './newsFields.tsx';

async function submitIfChosen(id: string, { next }: FormValues): Promise<string> {
  if (next !== 'submit') return '已存为草稿';
  await callApi(newsApi.submitNews, { id });
  return '已提交审核';
}

const none: readonly Option[] = [];

interface Props {
  slot: FormSlot;
  projects: readonly Option[] | undefined;
}

/** Form for writing, editing and submitting an article. */
export function NewsForm({ slot, projects = none }: Props) {
  const fields = useFields(fieldsOf, projects);
  return (
    <PublicationForm
      slot={slot}
      rowLabel="资讯"
      add="写资讯"
      draft="news"
      fields={fields}
      schema={formSchema}
      rules={rules}
      initial={initial}
      create={newsApi.addNews}
      change={newsApi.editNews}
      inputOf={inputOf}
      then={submitIfChosen}
    />
  );
}
