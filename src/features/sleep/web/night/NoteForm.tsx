import { useMemo } from 'react';
import { sleepApi } from '#features/sleep/contract.ts';
import { callApi } from '#web/api/request.ts';
import { texts } from '#web/core/texts.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues } from '#web/form/types.ts';
import type { NightRow } from './listColumns.tsx';

const fields: readonly Field<'remark'>[] = [
  { kind: 'textarea', field: 'remark', label: '备注', maxLength: 500, rows: 4, undrafted: true },
];

type Noted = Pick<NightRow, 'id' | 'customerName' | 'night' | 'remark' | 'version'>;

const valuesOf = ({ id, remark, version }: Noted): FormValues => ({ id, ...(remark !== null && { remark }), version });

interface Props {
  night: Noted;
  onDone: () => void;
  onClosed: () => void;
}

/** Form of the remark of a night. */
export function NoteForm({ night, onDone, onClosed }: Props) {
  const opening = useMemo(() => ({ values: valuesOf(night) }), [night]);
  return (
    <DialogForm<typeof sleepApi.noteNight, 'remark'>
      open={opening}
      endpoint={sleepApi.noteNight}
      inputOf={(values) => ({ ...values, remark: values.remark ?? null })}
      title={`备注 · ${night.customerName} ${night.night}`}
      fields={fields}
      draft={`sleep.note.${night.id}`}
      fetchLatest={async () => valuesOf(await callApi(sleepApi.getNight, { id: night.id }))}
      failText={texts.editFailed}
      doneText="已保存"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}
