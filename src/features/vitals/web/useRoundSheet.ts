import { useCallback, useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { SheetEntries } from '#web/table/sheet/sheetState.ts';
import type { RowEntry, RowValues } from '#web/table/sheet/types.ts';
import { useSheet } from '#web/table/sheet/useSheet.ts';
import { allColumns, columnOf } from './columns.ts';
import type { RoundRow } from './roundRows.ts';
import { checkRow, storedTexts } from './roundValues.ts';
import { SameMinute, saveRow } from './saveRow.ts';
import { unsavedTexts, useUnsaved } from './unsaved.ts';

interface Options {
  rows: readonly RoundRow[];
  /** Time of the round, an instant. */
  at: string;
  /** Called after a row was saved. */
  onSaved: () => void;
}

/** Rows that may have input: those of now, and those that were shown before. */
function useSeen(rows: readonly RoundRow[]): readonly RoundRow[] {
  const seen = useRef<ReadonlyMap<string, RoundRow>>(new Map());
  return useMemo(() => {
    seen.current = new Map([...seen.current, ...rows.map((row) => [row.id, row] as const)]);
    return [...seen.current.values()];
  }, [rows]);
}

/** Holds the sheet of a round: its model, and what to do about values that others entered in the same minute. */
export function useRoundSheet({ rows, at, onSaved }: Options) {
  const onUnsaved = useUnsaved();
  /** Time at which a row was saved: its values are changed at that time, whatever the round's is now. */
  const times = useRef(new Map<string, string>());
  const overwritten = useRef(new Set<string>());
  const latest = useRef({ at, onSaved });
  latest.current = { at, onSaved };

  const save = useCallback(async (row: RoundRow, values: RowValues, entry: RowEntry) => {
    const measuredAt = times.current.get(row.id) ?? latest.current.at;
    const overwrite = overwritten.current.delete(row.id);
    await saveRow(row, values, { entry, measuredAt, overwrite });
    times.current.set(row.id, measuredAt);
    latest.current.onSaved();
  }, []);

  const model = useSheet({
    ...{ columns: allColumns, save, columnOf, onUnsaved },
    rows: useSeen(rows),
    check: checkRow,
    initial: useMemo(unsavedTexts, []),
  });

  // Shows what was entered at this time before, e.g. after a reload.
  const { adopt } = model;
  useEffect(() => {
    const stored = rows.flatMap((row) => {
      const texts = storedTexts(row, at);
      return texts ? [[row.id, texts] as const] : [];
    });
    for (const [id] of stored) if (!times.current.has(id)) times.current.set(id, at);
    if (stored.length > 0) adopt(new Map(stored));
  }, [rows, at, adopt]);

  const entries = useRef<SheetEntries>(model.entries);
  entries.current = model.entries;
  const { type, leaveRow } = model;
  const answers = useMemo(
    () => ({
      /** Replaces what others entered. */
      overwrite: (id: string) => {
        overwritten.current.add(id);
        leaveRow(id);
      },
      /** Lets it be, and saves the rest of the row. */
      keep: (id: string) => {
        const entry = entries.current.get(id);
        if (!(entry?.refusal instanceof SameMinute)) return;
        const keys = entry.refusal.keys.flatMap((key) => (key === 'glucose' ? [key, 'meal'] : [key]));
        flushSync(() => {
          for (const key of keys) type(id, key, entry.saved[key] ?? '');
        });
        leaveRow(id);
      },
    }),
    [type, leaveRow],
  );
  return { model, answers };
}

export type Answers = ReturnType<typeof useRoundSheet>['answers'];
