import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { ApiError } from '#web/api/request.ts';
import { serverProblems } from '#web/form/values.ts';
import { countRows, isDirty, noEntry, readRow, type SheetEntries, sheetReducer } from './sheetState.ts';
import type { RowEntry, RowTexts, RowValues, SheetColumn, SheetCounts } from './types.ts';

interface Options<R> {
  rows: readonly R[];
  columns: readonly SheetColumn<R>[];
  /** Saves the values of a row; rejects with the server's problems by column. */
  save: (row: R, values: RowValues) => Promise<unknown>;
  /** Returns problems over several cells, by column. */
  check?: (row: R, values: RowValues) => RowTexts;
  /** Texts by row of a draft. */
  initial?: ReadonlyMap<string, RowTexts>;
  /** Called with the texts that are not saved, for the draft. */
  onUnsaved?: (texts: ReadonlyMap<string, RowTexts>) => void;
}

export interface SheetModel {
  entries: SheetEntries;
  counts: SheetCounts;
  type: (id: string, column: string, text: string) => void;
  /** A cell was left: an impossible value is refused in it. */
  leaveCell: (id: string, column: string) => void;
  /** A row was left: it is saved if it has input and no problem. */
  leaveRow: (id: string) => void;
}

const started = (initial: ReadonlyMap<string, RowTexts> = new Map()): SheetEntries =>
  new Map([...initial].map(([id, texts]): [string, RowEntry] => [id, { ...noEntry, texts, status: 'editing' }]));

/** Returns the problems of a refusal by column, and the message if there is none of a column. */
function refusalOf(error: unknown, keys: ReadonlySet<string>): { problems: RowTexts; msg: string | undefined } {
  const errors = error instanceof ApiError ? serverProblems(error.data) : [];
  const own = errors.filter(({ field }) => keys.has(field));
  const problems = Object.fromEntries(own.toReversed().map(({ field, msg }) => [field, msg]));
  return { problems, msg: own.length > 0 ? undefined : problemText(error) };
}

/** Holds what is typed into a sheet, and saves each row when it is left; one bad row stops no other. */
export function useSheet<R extends { id: string }>(options: Options<R>): SheetModel {
  const [entries, dispatch] = useReducer(sheetReducer, options.initial, started);
  const latest = useRef({ options, entries });
  latest.current = { options, entries };
  /** Rows whose save is under way: two events of one key may leave a row twice before it is drawn again. */
  const sending = useRef(new Set<string>());
  /** Rows that were left while their last save was under way. */
  const again = useRef(new Set<string>());

  const judge = useCallback((id: string) => {
    const { rows, columns, check } = latest.current.options;
    const row = rows.find((each) => each.id === id);
    const { texts } = latest.current.entries.get(id) ?? noEntry;
    const read = row ? readRow(columns, row, texts) : { values: {}, problems: {} };
    return { row, ...read, over: row && check ? check(row, read.values) : {} };
  }, []);

  const leaveRow = useCallback(
    (id: string) => {
      const entry = latest.current.entries.get(id);
      if (!entry || !isDirty(entry)) return;
      if (sending.current.has(id)) {
        again.current.add(id);
        return;
      }
      const { row, values, problems, over } = judge(id);
      const all = { ...over, ...problems };
      if (!row) return;
      if (Object.keys(all).length > 0) {
        dispatch({ do: 'judge', id, problems: all });
        return;
      }
      const { save, columns } = latest.current.options;
      // A row that was saved and emptied again is sent, too: its values are to go.
      sending.current.add(id);
      dispatch({ do: 'send', id });
      save(row, values).then(
        () => {
          sending.current.delete(id);
          dispatch({ do: 'saved', id });
        },
        (error: unknown) => {
          sending.current.delete(id);
          const keys = new Set(columns.map(({ key }) => key));
          const refusal = isAborted(error) ? { problems: {}, msg: '没有保存' } : refusalOf(error, keys);
          dispatch({ do: 'refused', id, ...refusal });
        },
      );
    },
    [judge],
  );

  // Saves what was typed and left while an earlier save was under way.
  useEffect(() => {
    for (const id of again.current) {
      if (sending.current.has(id) || entries.get(id)?.sent) continue;
      again.current.delete(id);
      leaveRow(id);
    }
  }, [entries, leaveRow]);

  const leaveCell = useCallback(
    (id: string, column: string) => {
      const { problems } = judge(id);
      const own = problems[column];
      const shown = latest.current.entries.get(id)?.problems ?? {};
      if (own !== undefined && shown[column] !== own)
        dispatch({ do: 'judge', id, problems: { ...shown, [column]: own } });
    },
    [judge],
  );

  const { onUnsaved } = options;
  useEffect(() => {
    const unsaved = [...entries].filter(([, entry]) => isDirty(entry)).map(([id, { texts }]) => [id, texts] as const);
    onUnsaved?.(new Map(unsaved));
  }, [entries, onUnsaved]);

  const type = useCallback(
    (id: string, column: string, text: string) => dispatch({ do: 'type', id, column, text }),
    [],
  );
  const counts = useMemo(
    () =>
      countRows(
        options.rows.map(({ id }) => id),
        entries,
      ),
    [options.rows, entries],
  );
  return { entries, counts, type, leaveCell, leaveRow };
}
