import { type ReadingLevel, levelOf as readingLevel, worse } from '#shared/health/bands.ts';
import { consciousnesses, oxygens } from '#shared/health/codeWords.ts';
import { meals, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { unitSymbol } from '#shared/health/units.ts';
import { valueText } from '#shared/health/valueText.ts';
import { readChoice, readNumber, readPair } from '#web/table/sheet/readCell.ts';
import type { AskedColumn, RowEntry, RowTexts, SheetColumn } from '#web/table/sheet/types.ts';
import type { RoundRow } from './roundRows.ts';

type Column = SheetColumn<RoundRow>;

const levelOf = (kind: ReadingKindName, value: unknown, { sets }: RoundRow, meal: string | null = null) =>
  readingLevel({ kind, value: Number(value), meal, asleep: false }, sets);

const lastOf =
  (kind: ReadingKindName) =>
  ({ latest }: RoundRow) => {
    const last = latest.get(kind);
    return last && valueText(kind, last.value);
  };

interface Looks {
  /** px. */
  width: number;
  least: number;
  /** Default: the kind's title. */
  title?: string;
  decimals?: number;
}

function numberColumn(
  key: ReadingKindName,
  { width, least, title = readingKinds[key].title, decimals = 0 }: Looks,
): Column {
  const { unit, min, max } = readingKinds[key];
  return {
    ...{ key, title, width, least, unit: unitSymbol(unit), inputMode: decimals > 0 ? 'decimal' : 'numeric' },
    read: (text) => readNumber(text, { title, min, max, decimals }),
    levelOf: (value, row) => levelOf(key, value, row),
    lastOf: lastOf(key),
  };
}

function codeColumn(
  key: 'oxygen' | 'consciousness',
  words: readonly string[],
  looks: Pick<Column, 'width' | 'least' | 'printedText'>,
): Column {
  const options = words.map((label, code) => ({ value: String(code), label }));
  const { title } = readingKinds[key];
  return {
    ...{ key, title, options, ...looks },
    read: (text) => readChoice(text, title, options),
    lastOf: lastOf(key),
  };
}

const pressure: Column = {
  ...{ key: 'pressure', title: '血压', unit: 'mmHg', width: 96, least: 82, printed: 1.6 },
  tidy: (text) =>
    text
      .trim()
      .split(/[\s/.,-]+/)
      .join('/'),
  read: (text) => readPair(text, '血压', readingKinds.systolic, readingKinds.diastolic),
  levelOf: (value, row) => {
    const [high, low] = value as [number, number];
    return worse(levelOf('systolic', high, row), levelOf('diastolic', low, row));
  },
  lastOf: ({ latest }) => {
    const [high, low] = [latest.get('systolic'), latest.get('diastolic')];
    // Halves of two measurements are no pressure.
    return high && low && high.at === low.at ? `${high.value}/${low.value}` : undefined;
  },
};

const glucose: Column = {
  ...numberColumn('glucose', { width: 92, least: 82, decimals: 1 }),
  levelOf: (value, row, texts) => levelOf('glucose', value, row, texts.meal || null),
};

const mealOptions = Object.entries(meals).map(([value, label]) => ({ value, label }));
const meal: Column = {
  ...{ key: 'meal', title: '餐别', width: 70, least: 58, options: mealOptions },
  read: (text) => readChoice(text, '餐别', mealOptions),
};

/** Measured signs in the way of Tab: the parts of NEWS2 first. */
export const columns: readonly Column[] = [
  pressure,
  numberColumn('heart_rate', { title: '脉搏', width: 76, least: 70 }),
  numberColumn('breath_rate', { width: 76, least: 70 }),
  numberColumn('temperature', { width: 72, least: 62, decimals: 1 }),
  numberColumn('spo2', { width: 62, least: 56 }),
  codeColumn('oxygen', oxygens, { width: 46, least: 40, printedText: '□ 否  □ 是' }),
  codeColumn('consciousness', consciousnesses, { width: 60, least: 52, printedText: 'A  C  V  P  U' }),
  glucose,
  meal,
  numberColumn('weight', { width: 64, least: 62, decimals: 1 }),
];

/** Kinds of a column; none of a column that only describes another one. */
export function kindsOf(key: string): readonly ReadingKindName[] {
  if (key === 'pressure') return ['systolic', 'diastolic'];
  return key in readingKinds ? [key as ReadingKindName] : [];
}

/** Returns the column of a field of the call: `values.systolic` is in 血压. */
export function columnOf(field: string): string {
  const kind = field.replace(/^values\./, '');
  return kind === 'systolic' || kind === 'diastolic' ? 'pressure' : kind;
}

/** Returns the level of a typed cell; null: normal, empty or not readable. */
export function cellLevel(column: Column, row: RoundRow, texts: RowTexts): ReadingLevel | null {
  const text = texts[column.key]?.trim() ?? '';
  if (text === '' || !column.levelOf) return null;
  const result = column.read(text, row);
  return 'msg' in result ? null : (column.levelOf(result.value, row, texts) as ReadingLevel | null);
}

/** Returns the worst level of the typed values. */
export const worstLevel = (row: RoundRow, texts: RowTexts): ReadingLevel | null =>
  columns.reduce<ReadingLevel | null>((worst, column) => worse(worst, cellLevel(column, row, texts)), null);

/** Returns whether the typed values need a remark. */
export const needsRemark = (row: RoundRow, texts: RowTexts): boolean => (worstLevel(row, texts) ?? 3) <= 2;

/** What was done about values of level 2 and 1; asked for in the state of the row. */
export const remark: AskedColumn<RoundRow> = {
  ...{ key: 'remark', title: '备注', width: 0, hint: '备注', printed: 2, inputMode: 'text', maxLength: 200 },
  read: (text) => ({ value: text }),
  isAsked: (row, entry: RowEntry | undefined, current) =>
    entry !== undefined &&
    // A question about the whole row comes first.
    entry.refusal === undefined &&
    needsRemark(row, entry.texts) &&
    (current || entry.status !== 'saved'),
};
export const allColumns: readonly Column[] = [...columns, remark];
