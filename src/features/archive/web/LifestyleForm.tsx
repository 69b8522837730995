import { useMemo } from 'react';
import { archiveApi } from '#features/archive/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { texts } from '#web/core/texts.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues } from '#web/form/types.ts';
import { diets, drinkings, exercises, smokings } from '../contract/codes.ts';
import type { ShownArchive } from './sections.tsx';

type Archive = OutputOf<typeof archiveApi.getArchive>;

const livingFields = ['smoking', 'perDay', 'drinking', 'exercise', 'minutes', 'diet', 'sleepHours', 'note'] as const;
type LivingField = (typeof livingFields)[number];
type FormField = LivingField | 'implants' | 'falls' | 'wishes' | 'oxygenScale';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const words = (field: FormField, label: string, hint: string, maxLength = 1000): Field<FormField> => ({
  ...{ kind: 'textarea', field, label, hint, maxLength, rows: 2, undrafted: true },
});

const fields: readonly Field<FormField>[] = [
  { kind: 'select', field: 'smoking', label: '吸烟', options: options(smokings) },
  {
    ...{ kind: 'number', field: 'perDay', label: '每天支数', unit: '支' },
    shown: ({ smoking }) => smoking === 'daily',
  },
  { kind: 'select', field: 'drinking', label: '饮酒', options: options(drinkings) },
  { kind: 'select', field: 'exercise', label: '运动', options: options(exercises) },
  {
    ...{ kind: 'number', field: 'minutes', label: '每次分钟', unit: '分钟' },
    shown: ({ exercise }) => exercise !== undefined && exercise !== 'never',
  },
  { kind: 'multi', field: 'diet', label: '饮食', options: options(diets) },
  { kind: 'number', field: 'sleepHours', label: '睡眠', unit: '小时', decimals: 1 },
  words('note', '备注', '如：忌海鲜，每天散步', 500),
  words('implants', '植入物', '如：心脏起搏器，人工髋关节，支架'),
  words('falls', '跌倒史', '如：2026-03 浴室跌倒，右腕骨折'),
  words('wishes', '意愿', '如：不插管，首选市第二医院'),
  {
    ...{ kind: 'select', field: 'oxygenScale', label: '血氧标尺', placeholder: '没有设定，按标尺 1' },
    options: [
      { value: 1, label: '标尺 1' },
      { value: 2, label: '标尺 2（目标 88–92%）' },
    ],
    hint: '标尺 2 只用于医生确认的高碳酸血症呼吸衰竭，NEWS2 按它计分',
  },
];

function valuesOf(customerId: string, { summary, version }: Pick<Archive, 'summary' | 'version'>): FormValues {
  const { lifestyle, implants, falls, wishes, oxygenScale } = summary;
  const outside = { implants, falls, wishes, oxygenScale };
  const known = Object.entries(outside).filter(([, value]) => value !== null);
  return { customerId, ...lifestyle, ...Object.fromEntries(known), version };
}

interface Props {
  record: ShownArchive;
  open: boolean;
  onDone: () => void;
  onClosed: () => void;
}

/** Form of the ways of living, and of what the desk must know beside the sections. */
export function LifestyleForm({ record, open, onDone, onClosed }: Props) {
  const { id, name, none } = record;
  const opening = useMemo(() => (open ? { values: valuesOf(record.id, record) } : undefined), [open, record]);
  function inputOf(values: FormValues): FormValues {
    const living = livingFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]]));
    const others = Object.entries(values).filter(([key]) => !(livingFields as readonly string[]).includes(key));
    return {
      ...Object.fromEntries(others),

      lifestyle: living.length > 0 ? Object.fromEntries(living) : null,
      // Whoever enters something takes 「无」 back.
      ...(living.length > 0 && none.includes('lifestyle') && { none: none.filter((key) => key !== 'lifestyle') }),
    };
  }
  return (
    <DialogForm<typeof archiveApi.editArchive, FormField>
      open={opening}
      endpoint={archiveApi.editArchive}
      inputOf={inputOf}
      title={`编辑生活方式 · ${name}`}
      fields={fields}
      draft={`archive.lifestyle.${id}`}
      fetchLatest={async () => valuesOf(id, await callApi(archiveApi.getArchive, { customerId: id }))}
      failText={texts.editFailed}
      doneText="已保存"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}
