import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { ApiError } from '#web/api/request.ts';
import { serverProblems } from '#web/form/values.ts';
import { isDirty, noEntry, readRow, type SheetEntries, sheetReducer } from './sheetState.ts';
import type { RowEntry, RowTexts, RowValues, SheetColumn } from './types.ts';

interface Options<R> {
  /** All rows that may have input, shown or not. */
  rows: readonly R[];
  columns: readonly SheetColumn<R>[];
  /** Saves the values of a row; rejects with the server's problems by column. */
  save: (row: R, values: RowValues, entry: RowEntry) => Promise<unknown>;
  /** Returns problems over several cells, by column. */
  check?: (row: R, values: RowValues, entry: RowEntry) => RowTexts;
  /** Returns the column of a field of the server. Default: the field. */
  columnOf?: (field: string) => string;
  /** Texts by row of a draft. */
  initial?: ReadonlyMap<string, RowTexts>;
  /** Called with the texts that are not saved, for the draft. */
  onUnsaved?: (texts: ReadonlyMap<string, RowTexts>) => void;
}

export interface SheetModel {
  entries: SheetEntries;
  type: (id: string, column: string, text: string) => void;
  /** A cell was left: an impossible value is refused in it. */
  leaveCell: (id: string, column: string) => void;
  /** A row was left: it is saved if it has input and no problem. */
  leaveRow: (id: string) => void;
  /** Shows texts that were saved before, in rows without input. */
  adopt: (texts: ReadonlyMap<string, RowTexts>) => void;
}

/** Interval between tries of a row that the server did not answer, ms. */
const retryMs = 5000;

const started = (initial: ReadonlyMap<string, RowTexts> = new Map()): SheetEntries =>
  new Map([...initial].map(([id, texts]): [string, RowEntry] => [id, { ...noEntry, texts, status: 'editing' }]));

/** Returns whether the server gave no answer: the row may be sent again. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0 || (error.status >= 502 && error.status <= 504);
  return isAborted(error) || (error instanceof DOMException && error.name === 'TimeoutError');
}

const columnWith = <R>(columns: readonly SheetColumn<R>[], key: string) => columns.find((column) => column.key === key);

/** Returns the problems of a refusal by column, and the message if there is none of a column. */
function refusalOf(error: unknown, keys: ReadonlySet<string>, columnOf: (field: string) => string) {
  const errors = error instanceof ApiError ? serverProblems(error.data) : [];
  const own = errors.map(({ field, msg }) => [columnOf(field), msg] as const).filter(([column]) => keys.has(column));
  return { problems: Object.fromEntries(own.toReversed()), msg: own.length > 0 ? undefined : problemText(error) };
}

/** Sends rows again that the server did not answer: after a while, and when the browser is connected again. */
function useRetries(entries: SheetEntries, send: (id: string) => void): void {
  const unsent = [...entries].flatMap(([id, { status }]) => (status === 'unsent' ? [id] : [])).join(' ');
  useEffect(() => {
    if (unsent === '') return;
    const retry = () => {
      for (const id of unsent.split(' ')) send(id);
    };
    const timer = setTimeout(retry, retryMs);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [unsent, send]);
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
    const entry = latest.current.entries.get(id) ?? noEntry;
    const read = row ? readRow(columns, row, entry.texts) : { values: {}, problems: {} };
    return { row, entry, ...read, over: row && check ? check(row, read.values, entry) : {} };
  }, []);

  const send = useCallback((id: string, row: R, values: RowValues, entry: RowEntry) => {
    const { save, columns, columnOf = (field) => field } = latest.current.options;
    sending.current.add(id);
    dispatch({ do: 'send', id });
    save(row, values, entry).then(
      () => {
        sending.current.delete(id);
        dispatch({ do: 'saved', id, at: Date.now() });
      },
      (error: unknown) => {
        sending.current.delete(id);
        if (isUnanswered(error)) dispatch({ do: 'unsent', id });
        else {
          const keys = new Set(columns.map(({ key }) => key));
          dispatch({ do: 'refused', id, ...refusalOf(error, keys, columnOf), refusal: error });
        }
      },
    );
  }, []);

  const leaveRow = useCallback(
    (id: string) => {
      const known = latest.current.entries.get(id);
      if (!known || !isDirty(known)) return;
      if (sending.current.has(id)) {
        again.current.add(id);
        return;
      }
      const { row, entry, values, problems, over } = judge(id);
      const all = { ...over, ...problems };
      if (!row) return;
      if (Object.keys(all).length > 0) dispatch({ do: 'judge', id, problems: all });
      else send(id, row, values, entry);
    },
    [judge, send],
  );
  useRetries(entries, leaveRow);

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
      const { entry, problems } = judge(id);
      const own = problems[column];
      if (own !== undefined) {
        if (entry.problems[column] !== own)
          dispatch({ do: 'judge', id, problems: { ...entry.problems, [column]: own } });
        return;
      }
      const [text, tidy] = [entry.texts[column], columnWith(latest.current.options.columns, column)?.tidy];
      const tidied = text && tidy?.(text);
      if (tidied && tidied !== text) dispatch({ do: 'type', id, column, text: tidied });
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
  const adopt = useCallback((texts: ReadonlyMap<string, RowTexts>) => dispatch({ do: 'adopt', texts }), []);
  return useMemo(() => ({ entries, type, leaveCell, leaveRow, adopt }), [entries, type, leaveCell, leaveRow, adopt]);
}
