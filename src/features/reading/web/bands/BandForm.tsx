import { useMemo, useState } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { chronicDiseases } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { BandFor } from '#shared/health/bandWords.ts';
import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { unitSymbol } from '#shared/health/units.ts';
import { callApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { BandScale } from './BandScale.tsx';
import { type BandRow, bandInForce, bandKinds, bandMeals, ownerText } from './bandRows.ts';
import { bandsOf, type LimitName, type Limits, limitNames, limitProblem, limitsOf } from './limits.ts';

/** What is edited: a band that there is, or a new one of a person or an illness. */
export type EditedBand = { row: BandRow } | { owner: 'customer' | 'chronic'; like?: BandRow };

interface Props {
  customerId?: string | undefined;
  name?: string | undefined;
  edited: EditedBand | undefined;
  /** All bands: a new one begins with the limits that hold now. */
  rows: readonly BandRow[];
  onDone: () => void;
  onClosed: () => void;
}

type BandField = LimitName | 'chronic' | 'kind' | 'meal' | 'asleep' | 'scale' | 'reason' | 'until';
type Input = InputOf<typeof readingApi.editBand>;

const { reason, until } = readingApi.editBand.input.properties;
const schema = { type: 'object', properties: { reason, until }, required: ['reason'] } as const;

const limitLabels: Readonly<Record<LimitName, string>> = {
  low1: '紧急：低于',
  low2: '预警：低于',
  low3: '关注：低于',
  high3: '关注：达到',
  high2: '预警：达到',
  high1: '紧急：达到',
};
/** Limits in the order of the form: low and high side by side, from 关注 to 紧急. */
const shownLimits: readonly LimitName[] = ['low3', 'high3', 'low2', 'high2', 'low1', 'high1'];

const kindOf = ({ kind }: FormValues) => kind as ReadingKindName | undefined;
const forOf = ({ kind, meal, asleep }: FormValues): BandFor | undefined =>
  kind === undefined
    ? undefined
    : {
        kind: kind as ReadingKindName,
        meal: kind === 'glucose' ? ((meal as BandFor['meal'] | undefined) ?? null) : null,
        asleep: kind === 'heart_rate' && asleep === true,
      };
const limitsIn = (values: FormValues): Limits =>
  Object.fromEntries(limitNames.flatMap((name) => (typeof values[name] === 'number' ? [[name, values[name]]] : [])));
const emptied = Object.fromEntries(limitNames.map((name) => [name, undefined]));

const rules: readonly Rule<BandField>[] = [
  ...limitNames.map((field) => ({
    ...{ field, rule: 'limit' },
    check: (values: FormValues) => {
      const kind = kindOf(values);
      return kind && limitProblem(kind, limitsIn(values), field);
    },
  })),
  {
    ...{ field: 'low3', rule: 'none' },
    check: (values) => (Object.keys(limitsIn(values)).length === 0 ? '请至少填写一个界限' : undefined),
  },
  {
    ...{ field: 'until', rule: 'past' },
    check: ({ until: day }) =>
      typeof day === 'string' && day < todayIn(ownZone(), now()) ? '有效期不能早于今天' : undefined,
  },
];

interface Shown {
  values: FormValues;
  owner: 'customer' | 'chronic' | 'house';
  isNew: boolean;
}

function fieldsOf({ values, owner, isNew }: Shown): Field<BandField>[] {
  const kind = kindOf(values);
  const locked = () => (isNew ? undefined : '修改时不能换');
  const unit = kind ? unitSymbol(readingKinds[kind].unit) : '';
  const decimals = kind === 'temperature' || kind === 'glucose' || kind === 'bmi' || kind === 'weight' ? 1 : 0;
  const chosen = (code: string) => (one: FormValues) => one.kind === code;
  return [
    {
      ...{ kind: 'select', field: 'chronic', label: '慢病', required: true, wide: true, locked },
      options: Object.entries(chronicDiseases).map(([value, label]) => ({ value, label })),
      shown: () => owner === 'chronic',
    },
    {
      ...{ kind: 'select', field: 'kind', label: '体征', required: true, locked },
      options: bandKinds.map((value) => ({ value, label: readingKinds[value].title })),
    },
    {
      ...{ kind: 'select', field: 'meal', label: '餐别', placeholder: '其他餐别', locked, shown: chosen('glucose') },
      options: Object.entries(bandMeals).map(([value, label]) => ({ value, label })),
    },
    {
      ...{ kind: 'switch', field: 'asleep', label: '睡眠中', locked, shown: chosen('heart_rate') },
      hint: '睡眠垫和雷达测到在床时的心率',
    },
    {
      ...{ kind: 'custom', field: 'scale', label: '界限', wide: true, shown: (one) => kindOf(one) !== undefined },
      control: ({ attributes: { id } }) => (
        <output id={id} className="text-[13px]">
          {kind && <BandScale kind={kind} bands={bandsOf(limitsIn(values))} />}
        </output>
      ),
    },
    ...shownLimits.map(
      (field): Field<BandField> => ({
        ...{ kind: 'number', field, label: limitLabels[field], unit, decimals },
        shown: (one) => kindOf(one) !== undefined,
      }),
    ),
    { kind: 'textarea', field: 'reason', label: '原因', required: true, maxLength: 200, rows: 2, undrafted: true },
    {
      ...{ kind: 'date', field: 'until', label: '有效期至', hint: '不填为长期有效' },
      shown: () => owner === 'customer',
    },
  ];
}

function ownerOf(edited: EditedBand | undefined): Shown['owner'] {
  if (!edited) return 'house';
  if ('owner' in edited) return edited.owner;
  if (edited.row.customerId !== null) return 'customer';
  return edited.row.chronic === null ? 'house' : 'chronic';
}

/** Form of one band: low and high limits for each level, which leave no hole. */
export function BandForm({ customerId, name, edited, rows, onDone, onClosed }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const owner = ownerOf(edited);
  const isNew = edited !== undefined && 'owner' in edited;
  const from = edited && ('row' in edited ? edited.row : edited.like);
  const opening = useMemo(() => {
    if (!edited) return undefined;
    if (!from) return { values: {} };
    const common = { kind: from.kind, meal: from.meal ?? undefined, asleep: from.asleep, ...limitsOf(from.bands) };
    const own = 'row' in edited ? { reason: from.reason ?? undefined, until: from.until ?? undefined } : {};
    return { values: { ...common, ...own, chronic: from.chronic ?? undefined, filled: filledBy(common) } };
  }, [edited, from]);
  const fields = useMemo(() => fieldsOf({ values, owner, isNew }), [values, owner, isNew]);

  /** A new band begins with the limits that hold for its sign now. */
  function derive(next: FormValues): FormValues {
    const of = forOf(next);
    if (!isNew || !of || next.filled === filledBy(of)) return next;
    const like = bandInForce(rows, of, todayIn(ownZone(), now()));
    return { ...next, ...emptied, ...(like && limitsOf(like.bands)), filled: filledBy(of) };
  }
  async function submit(entered: FormValues): Promise<unknown> {
    const of = forOf(entered);
    if (!of) throw new Error('a band has a sign');
    const { chronic, reason: told, until: day } = entered as Pick<Input, 'chronic' | 'reason' | 'until'>;
    return callApi(readingApi.editBand, {
      ...(owner === 'customer' && customerId && { customerId }),
      ...(owner === 'chronic' && chronic && { chronic }),
      ...{ kind: of.kind, bands: bandsOf(limitsIn(entered)), reason: told },
      ...(of.meal && { meal: of.meal }),
      ...(of.asleep && { asleep: true }),
      ...(owner === 'customer' && day && { until: day }),
    });
  }
  const whose = owner === 'customer' ? name : edited && 'row' in edited ? ownerText(edited.row) : '慢病';
  return (
    <DialogForm<unknown, BandField>
      open={opening}
      title={`${isNew ? '新增' : '修改'}体征界限 · ${whose ?? ''}`}
      fields={fields}
      schema={schema}
      rules={rules}
      derive={derive}
      onValues={setValues}
      startAt={() => (from ? 'low3' : owner === 'chronic' ? 'chronic' : 'kind')}
      submit={submit}
      failText="界限没有保存"
      doneText="界限已保存"
      onDone={onDone}
      onClosed={() => {
        setValues({});
        onClosed();
      }}
    />
  );
}

const filledBy = ({ kind, meal, asleep }: { kind: string; meal?: string | null | undefined; asleep: boolean }) =>
  `${kind} ${meal ?? ''} ${asleep}`;
