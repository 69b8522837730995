import { readingApi } from '#features/reading/contract.ts';
import type { BandSets, ReadingLevel } from '#shared/health/bands.ts';
import { consciousnesses, oxygens } from '#shared/health/codeWords.ts';
import { news2, news2Parts, type OxygenScale } from '#shared/health/news2.ts';
import { meals, type ReadingKindName } from '#shared/health/readingKinds.ts';
import { now } from '#web/core/now.ts';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { News2Line } from '../News2Line.tsx';
import { entryTitles } from './entryTitles.ts';
import { type EntryField, entryFieldNames, entryFields, levelsBy, readEntry, worstLevel } from './entryValues.ts';
import type { Judging } from './useJudging.ts';
import { ValueField } from './ValueField.tsx';

export type EntryFormField = EntryField | 'meal' | 'measuredAt' | 'lateReason' | 'remark' | 'news2';

const dayMs = 86_400_000;
/** Older values need a reason. */
const lateDays = 30;
/** Tolerated lead of a clock, ms. */
const aheadMs = 60_000;

const choiceOf = (words: readonly string[]) => words.map((label, value) => ({ value, label }));
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const isLate = ({ measuredAt }: FormValues) =>
  typeof measuredAt === 'string' && Date.parse(measuredAt) < now() - lateDays * dayMs;

const { measuredAt, remark, lateReason } = readingApi.addReading.input.properties;
/** Rules of the fields that the call has, too. */
export const entrySchema = {
  type: 'object',
  properties: { measuredAt, remark, lateReason },
  required: ['measuredAt'],
} as const;

/** Returns the rules of the form, with the server's sentences. */
export function entryRules(sets: BandSets): Rule<EntryFormField>[] {
  const rules = entryFieldNames.map((field) => ({
    field,
    rule: 'value',
    check: (values: FormValues) => readEntry(values).problems.find((problem) => problem.field === field)?.msg,
  }));
  return [
    ...rules,
    {
      ...{ field: 'measuredAt', rule: 'range' },
      check: ({ measuredAt: at }) =>
        typeof at === 'string' && Date.parse(at) > now() + aheadMs ? '测量时间不能晚于现在' : undefined,
    },
    {
      ...{ field: 'lateReason', rule: 'late' },
      check: (values) => (isLate(values) && !values.lateReason ? `超过 ${lateDays} 天的测量请填写补录原因` : undefined),
    },
    {
      ...{ field: 'remark', rule: 'level' },
      check: (values) => {
        const worst = worstLevel(levelsBy(sets, readEntry(values).values));
        return worst !== null && worst <= 2 && !values.remark ? '预警和紧急的值请填写备注' : undefined;
      },
    },
  ];
}

interface Shown {
  values: FormValues;
  judging: Judging;
  scale: OxygenScale;
  /** Only this field is entered, at this time: a correction. */
  only?: EntryField | undefined;
}

/** Returns the fields of the form, with levels and NEWS2 of what is typed. */
export function entryFormFields({ values, judging, scale, only }: Shown): Field<EntryFormField>[] {
  const entered = readEntry(values).values;
  const levels = levelsBy(judging.sets, entered);
  const parts = Object.fromEntries(entered.map(({ kind, value }) => [kind, value]));
  const worst = worstLevel(levels);
  const fields: Field<EntryFormField>[] = [
    ...entryFieldNames.flatMap((field) => [
      valueField(field, levels, judging),
      ...(field === 'glucose' ? [mealField] : []),
    ]),
    {
      ...{ kind: 'datetime', field: 'measuredAt', label: '测量时间', required: true, latest: 'today', preset: true },
      ...(only && { locked: () => '修改只换这一分钟的值' }),
    },
    { kind: 'text', field: 'lateReason', label: '补录原因', maxLength: 200, undrafted: true, shown: isLate },
    {
      ...{ kind: 'custom', field: 'news2', label: 'NEWS2', wide: true },
      shown: () => !only && news2Parts.some((part) => parts[part] !== undefined),
      control: ({ attributes: { id } }) => (
        <output id={id}>
          <News2Line score={news2(parts, scale)} />
        </output>
      ),
    },
    {
      ...{ kind: 'textarea', field: 'remark', label: '备注', maxLength: 200, rows: 2, undrafted: true },
      ...(worst !== null && worst <= 2 && { hint: '预警和紧急的值请填写备注' }),
    },
  ];
  const shown: readonly EntryFormField[] = [...(only ? [only] : []), 'measuredAt', 'lateReason', 'remark'];
  const withMeal = only === 'glucose' ? [...shown, 'meal'] : shown;
  return only ? fields.filter(({ field }) => withMeal.includes(field)) : fields;
}

const mealField: Field<EntryFormField> = {
  ...{ kind: 'select', field: 'meal', label: '餐别', options: optionsOf(meals) },
  locked: ({ glucose }) => (glucose === undefined ? '填了血糖再选' : undefined),
};

function valueField(
  field: EntryField,
  levels: Readonly<Partial<Record<ReadingKindName, ReadingLevel | null>>>,
  { last }: Judging,
): Field<EntryFormField> {
  const kinds = entryFields[field];
  const label = entryTitles[field];
  const texts = kinds.map((kind) => last[kind]);
  const hint = texts.every((one) => one)
    ? { hint: `上次 ${texts.map((one) => one?.text).join('/')}，${texts[0]?.time}` }
    : {};
  if (field === 'oxygen') return { kind: 'radio', field, label, options: choiceOf(oxygens), ...hint };
  if (field === 'consciousness') return { kind: 'select', field, label, options: choiceOf(consciousnesses), ...hint };
  const grey = Object.fromEntries(kinds.map((kind) => [kind, last[kind]?.text]));
  return {
    ...{ kind: 'custom', field, label, wide: field === 'pressure', ...hint },
    control: (props) => <ValueField {...props} label={label} kinds={kinds} levels={levels} last={grey} />,
  };
}
