import type { RowEntry, RowStatus, RowTexts, RowValues, SheetColumn, SheetCounts } from './types.ts';

/** Entries by the id of their row; rows without input have none. */
export type SheetEntries = ReadonlyMap<string, RowEntry>;

type RowAction =
  | { do: 'type'; id: string; column: string; text: string }
  /** A cell, or the row, was left with these problems. */
  | { do: 'judge'; id: string; problems: RowTexts }
  | { do: 'send'; id: string }
  /** @param at epoch ms */
  | { do: 'saved'; id: string; at: number }
  | { do: 'unsent'; id: string }
  | { do: 'refused'; id: string; problems: RowTexts; msg: string | undefined; refusal?: unknown };
/** Texts that were saved elsewhere, by row; rows with input of this page keep it. */
type AdoptAction = { do: 'adopt'; texts: ReadonlyMap<string, RowTexts> };
export type SheetAction = RowAction | AdoptAction;

export const noEntry: RowEntry = { texts: {}, saved: {}, problems: {}, status: 'empty' };

const filled = (texts: RowTexts): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, text.trim()]]));

function sameTexts(a: RowTexts, b: RowTexts): boolean {
  const [left, right] = [filled(a), filled(b)];
  return left.length === right.length && left.every(([key, text]) => b[key]?.trim() === text);
}

/** Returns whether the row has input that is not saved. */
export function isDirty({ texts, saved }: RowEntry): boolean {
  return !sameTexts(texts, saved);
}

function statusOf(entry: Omit<RowEntry, 'status'>): RowStatus {
  if (entry.sent) return 'saving';
  if (entry.isUnsent) return 'unsent';
  if (entry.msg !== undefined || Object.keys(entry.problems).length > 0) return 'refused';
  if (!sameTexts(entry.texts, entry.saved)) return 'editing';
  return filled(entry.saved).length > 0 ? 'saved' : 'empty';
}

const without = (texts: RowTexts, column: string): RowTexts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key !== column));

const unrefused = { isUnsent: undefined, msg: undefined, refusal: undefined };

function next(entry: RowEntry, action: RowAction): Omit<RowEntry, 'status'> {
  switch (action.do) {
    case 'type': {
      const texts = { ...entry.texts, [action.column]: action.text };
      return { ...entry, ...unrefused, texts, problems: without(entry.problems, action.column) };
    }
    case 'judge':
      return { ...entry, problems: action.problems };
    case 'send':
      return { ...entry, ...unrefused, sent: entry.texts, problems: {} };
    case 'saved':
      return { ...entry, saved: entry.sent ?? entry.saved, sent: undefined, savedAt: action.at };
    case 'unsent':
      return { ...entry, sent: undefined, isUnsent: true };
    case 'refused': {
      // A cell that was changed meanwhile is not what the server refused.
      const problems = Object.entries(action.problems).filter(([key]) => entry.texts[key] === entry.sent?.[key]);
      const { msg, refusal } = action;
      return { ...entry, sent: undefined, problems: Object.fromEntries(problems), msg, refusal };
    }
  }
}

function adopted(entries: SheetEntries, texts: AdoptAction['texts']): SheetEntries {
  const rows = [...texts].filter(([id]) => {
    const entry = entries.get(id);
    return entry === undefined || (!entry.sent && !isDirty(entry) && entry.savedAt === undefined);
  });
  if (rows.length === 0) return entries;
  return new Map([
    ...entries,
    ...rows.map(([id, saved]): [string, RowEntry] => [id, { ...noEntry, texts: saved, saved, status: 'saved' }]),
  ]);
}

/** Returns the entries after an action. */
export function sheetReducer(entries: SheetEntries, action: SheetAction): SheetEntries {
  if (action.do === 'adopt') return adopted(entries, action.texts);
  const entry = next(entries.get(action.id) ?? noEntry, action);
  return new Map(entries).set(action.id, { ...entry, status: statusOf(entry) });
}

/** Reads the texts of a row: values of the cells that can be read, problems of the others. */
export function readRow<R>(
  columns: readonly SheetColumn<R>[],
  row: R,
  texts: RowTexts,
): { values: RowValues; problems: RowTexts } {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const { key, read } of columns) {
    const text = texts[key]?.trim() ?? '';
    if (text === '') continue;
    const result = read(text, row);
    if ('msg' in result) problems[key] = result.msg;
    else values[key] = result.value;
  }
  return { values, problems };
}

/** Counts the rows: a row with unsaved input still counts as left. */
export function countRows(ids: readonly string[], entries: SheetEntries): SheetCounts {
  const statuses = ids.map((id) => entries.get(id)?.status ?? 'empty');
  const count = (status: RowStatus) => statuses.filter((each) => each === status).length;
  const [saved, refused] = [count('saved'), count('refused')];
  return { all: ids.length, saved, refused, left: ids.length - saved - refused };
}
