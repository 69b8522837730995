import { useMemo, useState } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FormValues } from '#web/form/types.ts';
import { serverProblems } from '#web/form/values.ts';
import { toast } from '#web/message/message.tsx';
import { atField, type EntryField, entryFields, readEntry } from './entryValues.ts';
import { type EntryFormField, entryFormFields, entryRules, entrySchema } from './fields.tsx';
import { type Choices, fieldsOfKinds, type Same, SameMinute } from './SameMinute.tsx';
import { useJudging } from './useJudging.ts';

/** The customer whose values are entered. */
export interface EntryPerson {
  id: string;
  name: string;
  /** Oxygen scale of the archive; default 1. */
  oxygenScale?: 1 | 2 | null;
}

/** A value to be corrected: its field with the form's values. */
export interface Correction {
  field: EntryField;
  values: FormValues;
}

interface Props {
  /** Opens the form for this customer; each new object opens it again. */
  person: EntryPerson | undefined;
  /** Replaces this value instead of adding one. */
  correction?: Correction | undefined;
  onDone?: () => void;
  onClosed: () => void;
}

type Entry = InputOf<typeof readingApi.addReading>;

/** Rejects as cancelled: the form stays open and shows nothing by itself. */
const asked = () => new DOMException('The user is asked first.', 'AbortError');

/** Returns the kinds of a conflict with values of the same minute; undefined for any other error. */
function sameKinds(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return (error.data as { kinds?: readonly string[] } | null)?.kinds;
}

/** Returns the error with its problems at the form's fields. */
function atFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 400) return error;
  const errors = serverProblems(error.data).map(atField);
  return new ApiError({ ...error, msg: error.msg, data: { errors }, ...(error.traceId && { traceId: error.traceId }) });
}

/** Returns the input of the call without fields that keep their former value; undefined if nothing is left. */
function inputOf(customerId: string, entered: FormValues, kept: readonly EntryField[]): Entry | undefined {
  const { values, unit, meal } = readEntry(entered).given;
  const keptKinds = kept.flatMap((field): readonly string[] => entryFields[field]);
  const left = Object.fromEntries(Object.entries(values).filter(([kind]) => !keptKinds.includes(kind)));
  if (Object.keys(left).length === 0) return undefined;
  const { measuredAt, remark, lateReason } = entered as Pick<Entry, 'measuredAt' | 'remark' | 'lateReason'>;
  return {
    ...{ customerId, values: left, measuredAt },
    ...(unit !== undefined && { unit: unit as Entry['unit'] & {} }),
    ...(meal && 'glucose' in left && { meal }),
    ...(remark && { remark }),
    ...(lateReason && { lateReason }),
  };
}

/** 录入体征: a form for the values of one customer at one instant. */
export function EntryForm({ person, correction, onDone, onClosed }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const [same, setSame] = useState<Same>();
  const [chosen, setChosen] = useState<Choices>({});
  const judging = useJudging(person?.id);
  const opening = useMemo(
    () => person && { values: { measuredAt: new Date(now()).toISOString(), ...correction?.values } },
    [person, correction],
  );
  const scale = person?.oxygenScale === 2 ? '2' : '1';
  const only = correction?.field;
  const fields = useMemo(() => entryFormFields({ values, judging, scale, only }), [values, judging, scale, only]);
  const rules = useMemo(
    () => entryRules(judging.sets).filter(({ field }) => fields.some((one) => one.field === field)),
    [judging.sets, fields],
  );
  const isAsked = same !== undefined && same.at.slice(0, 16) === String(values.measuredAt).slice(0, 16);

  const asks = isAsked ? fieldsOfKinds(same.kinds) : [];
  const kept = asks.filter((field) => (chosen[field] ?? 'keep') === 'keep');

  async function submit(entered: FormValues): Promise<boolean> {
    const input = person && inputOf(person.id, entered, kept);
    if (!input) return false;
    const overwrite = asks.length > 0 || correction !== undefined;
    try {
      await callApi(readingApi.addReading, overwrite ? { ...input, overwrite } : input);
      return true;
    } catch (error) {
      const kinds = sameKinds(error);
      if (!kinds) throw atFields(error);
      setSame({ kinds, at: input.measuredAt });
      setChosen({});
      throw asked();
    }
  }
  function done(saved: boolean): void {
    if (saved) toast.success(correction ? '体征已修改，原值留在记录里' : `已录入${person?.name ?? ''}的体征`);
    else toast.info('保留了原值，没有新的记录');
    if (saved) onDone?.();
  }
  function closed(): void {
    setSame(undefined);
    setValues({});
    onClosed();
  }
  return (
    <DialogForm<boolean, EntryFormField>
      open={opening}
      title={`${correction ? '修改体征' : '录入体征'} · ${person?.name ?? ''}`}
      fields={fields}
      schema={entrySchema}
      rules={rules}
      startAt={() => only ?? 'pressure'}
      onValues={setValues}
      submit={submit}
      submitText={isAsked ? '按选择保存' : '保存'}
      failText="没有保存"
      {...(!correction && person && { draft: `reading.${person.id}` })}
      onDone={done}
      onClosed={closed}
    >
      {isAsked && person && (
        <SameMinute
          customerId={person.id}
          same={same}
          chosen={chosen}
          onChoose={(field, choice) => setChosen((old) => ({ ...old, [field]: choice }))}
        />
      )}
    </DialogForm>
  );
}
