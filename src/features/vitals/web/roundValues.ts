import type { readingApi } from '#features/reading/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { type News2, type News2Part, news2, news2Parts } from '#shared/health/news2.ts';
import type { Meal, ReadingKindName } from '#shared/health/readingKinds.ts';
import { valueText } from '#shared/health/valueText.ts';
import { readRow } from '#web/table/sheet/sheetState.ts';
import type { RowEntry, RowTexts, RowValues } from '#web/table/sheet/types.ts';
import { allColumns, cellLevel, columns, kindsOf, needsRemark } from './columns.ts';
import type { RoundRow } from './roundRows.ts';

export type Entry = InputOf<typeof readingApi.addReading>;
export type KindValues = Readonly<Partial<Record<ReadingKindName, number>>>;

/** Returns the values of the columns by kind. */
export function kindValues(values: RowValues): KindValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      kindsOf(key).map((kind, half) => [kind, Number(Array.isArray(value) ? value[half] : value)]),
    ),
  );
}

/** Returns problems over several cells, by column. */
export function checkRow(row: RoundRow, values: RowValues, { texts, saved }: RowEntry): RowTexts {
  const problems: Record<string, string> = {};
  const isFilled = (key: string) => Boolean(texts[key]?.trim());
  if (isFilled('glucose') && !isFilled('meal')) problems.meal = '血糖请选餐别';
  if (isFilled('meal') && !isFilled('glucose')) problems.meal = '餐别只用于血糖';
  if (needsRemark(row, texts) && values.remark === undefined) problems.remark = '预警和紧急的值请填写备注';
  for (const { key } of columns) if (saved[key]?.trim() && !isFilled(key)) problems[key] = '已存的值请到档案里撤回';
  return problems;
}

/** Returns the columns whose values are to be stored: those that were changed, and those that a new remark is about. */
function changedColumns(row: RoundRow, { texts, saved }: RowEntry): string[] {
  const isChanged = (key: string) => (texts[key]?.trim() ?? '') !== (saved[key]?.trim() ?? '');
  const remarked = (key: string) => {
    const column = columns.find((each) => each.key === key);
    return isChanged('remark') && column !== undefined && (cellLevel(column, row, texts) ?? 3) <= 2;
  };
  return columns
    .map(({ key }) => key)
    .filter((key) => isChanged(key) || remarked(key) || (key === 'glucose' && isChanged('meal')));
}

/** Returns the entry that stores what is new in a row; undefined: nothing. */
export function entryOf(row: RoundRow, values: RowValues, entry: RowEntry, measuredAt: string): Entry | undefined {
  const changed = changedColumns(row, entry);
  const own = kindValues(Object.fromEntries(Object.entries(values).filter(([key]) => changed.includes(key))));
  if (Object.keys(own).length === 0) return undefined;
  return {
    ...{ customerId: row.id, measuredAt, values: own },
    ...(own.glucose !== undefined && { meal: values.meal as Meal }),
    ...(values.remark !== undefined && { remark: String(values.remark) }),
  };
}

/** Returns the NEWS2 of the typed values; undefined without any of its parts. */
export function news2Of(row: RoundRow, texts: RowTexts): News2 | undefined {
  const values = kindValues(readRow(allColumns, row, texts).values);
  const parts: Partial<Record<News2Part, number>> = {};
  for (const part of news2Parts) if (values[part] !== undefined) parts[part] = values[part];
  return Object.keys(parts).length === 0 ? undefined : news2(parts, row.oxygenScale === 2 ? '2' : '1');
}

/** Returns the texts of what people entered for the customer at this instant; undefined: nothing. */
export function storedTexts({ latest }: RoundRow, at: string): RowTexts | undefined {
  const texts: Record<string, string> = {};
  for (const { key, options } of columns) {
    const found = kindsOf(key).map((kind) => latest.get(kind));
    const own = found.filter((value) => value?.at === at && value.source.kind === 'person');
    if (own.length === 0 || own.length < found.length) continue;
    texts[key] = own.map((value) => (value ? (options ? String(value.value) : exactText(value.value)) : '')).join('/');
    const meal = latest.get('glucose')?.meal;
    if (key === 'glucose' && meal) texts.meal = meal;
  }
  return Object.keys(texts).length > 0 ? texts : undefined;
}

/** A value of another unit has many decimals. */
const exactText = (value: number): string => String(Number(value.toFixed(1)));

/** Returns values of a column as text: 138/80. */
export function columnText(key: string, values: KindValues): string {
  return kindsOf(key)
    .flatMap((kind) => (values[kind] === undefined ? [] : [valueText(kind, values[kind])]))
    .join('/');
}
