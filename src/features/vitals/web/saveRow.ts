import { readingApi } from '#features/reading/contract.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { ApiError, callApi, callListApi } from '#web/api/request.ts';
import { readRow } from '#web/table/sheet/sheetState.ts';
import type { RowEntry, RowValues } from '#web/table/sheet/types.ts';
import { allColumns, columnOf, columns } from './columns.ts';
import type { RoundRow } from './roundRows.ts';
import { columnText, type Entry, entryOf, type KindValues, kindValues } from './roundValues.ts';

const minuteMs = 60_000;
/** Longest wait for an answer, ms; the row is sent again. */
const answerMs = 15_000;

/** Other values of the same minute that a person entered. */
export class SameMinute extends Error {
  /** Keys of the columns. */
  readonly keys: readonly string[];

  constructor(keys: readonly string[], former: KindValues, by: string | null) {
    const texts = keys.map((key) =>
      `${columns.find((column) => column.key === key)?.title ?? ''} ${columnText(key, former)}`.trim(),
    );
    super(`已有 ${texts.join('、')}${by ? `（${by}）` : ''}`);
    this.keys = keys;
  }
}

const add = (entry: Entry) => callApi(readingApi.addReading, entry, { signal: AbortSignal.timeout(answerMs) });

/** Returns the kinds of a refusal for values of the same minute. */
function takenKinds(error: unknown): ReadingKindName[] | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { kinds } = (error.data ?? {}) as { kinds?: ReadingKindName[] };
  return kinds;
}

async function formerOf({ customerId, measuredAt }: Entry, kind: ReadingKindName[]) {
  const from = Math.floor(Date.parse(measuredAt) / minuteMs) * minuteMs;
  const { rows } = await callListApi(readingApi.getReadingList, {
    ...{ customerId, kind, withdrawn: false, limit: 50 },
    from: new Date(from).toISOString(),
    to: new Date(from + minuteMs - 1).toISOString(),
  });
  const entered = rows.filter(({ source }) => source.kind === 'person');
  const values: KindValues = Object.fromEntries(entered.map((row) => [row.kind, row.value]));
  return { values, by: entered[0]?.by ?? null };
}

/** Returns the entry without values that are stored already; undefined: nothing is left. */
function withoutStored(entry: Entry, former: KindValues): Entry | undefined {
  const isStored = (kind: ReadingKindName) => former[kind] === entry.values[kind as keyof Entry['values']];
  const isWhole = isStored('systolic') && isStored('diastolic');
  const values = Object.fromEntries(
    Object.entries(entry.values).filter(([key]) => {
      const kind = key as ReadingKindName;
      return kind === 'systolic' || kind === 'diastolic' ? !isWhole : !isStored(kind);
    }),
  );
  const { meal: _meal, ...rest } = entry;
  if (Object.keys(values).length === 0) return undefined;
  return 'glucose' in values ? { ...entry, values } : { ...rest, values };
}

/**
 * Stores what is new in a row. Values that this row stored before are replaced; so is what an answer that never came had
 * stored.
 * @param overwrite replaces values of others, too
 * @throws SameMinute for values that another user entered in the same minute
 */
export async function saveRow(
  row: RoundRow,
  values: RowValues,
  { entry, measuredAt, overwrite }: { entry: RowEntry; measuredAt: string; overwrite: boolean },
): Promise<void> {
  const input = entryOf(row, values, entry, measuredAt);
  if (!input) return;
  try {
    await add(overwrite ? { ...input, overwrite } : input);
  } catch (error) {
    const kinds = takenKinds(error);
    if (!kinds) throw error;
    const former = await formerOf(input, kinds);
    const own = kindValues(readRow(allColumns, row, entry.saved).values);
    const isForeign = (kind: ReadingKindName) => {
      const value = former.values[kind];
      return value !== own[kind] && value !== input.values[kind as keyof Entry['values']];
    };
    const foreign = [...new Set(kinds.filter(isForeign).map(columnOf))];
    if (foreign.length > 0) throw new SameMinute(foreign, former.values, former.by);
    const rest = entry.texts.meal === entry.saved.meal ? withoutStored(input, former.values) : input;
    if (rest) await add({ ...rest, overwrite: true });
  }
}
