import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { PhysicalCatalogue } from '#shared/physical/catalogue.ts';
import { useScreen } from '#web/screen/screen.ts';
import { enteredOf } from './entry/entered.ts';
import { allFields, lackingOf, nextMissing, progressOf } from './entry/progress.ts';
import { type Row, rowsOf } from './entry/rows.ts';
import { useEntry } from './entry/useEntry.ts';
import type { PhysicalRecord } from './record.ts';

/** Holds the form of one examination: rows, progress, the walk through its fields. */
export function useExamForm(record: PhysicalRecord, catalogue: PhysicalCatalogue, reload: () => Promise<void>) {
  const { query, setQuery } = useScreen();
  const entry = useEntry(record, reload);
  const frame = useRef<HTMLDivElement>(null);
  const { flaggedSex: sex, flaggedAge: age, items, kind } = record;
  const rows = useMemo(
    () => rowsOf({ sex, age, catalogue }, items, entry.typed),
    [sex, age, catalogue, items, entry.typed],
  );
  const progress = useMemo(() => progressOf(catalogue, rows, kind), [catalogue, rows, kind]);
  const requested = query.get('section');
  // A draft opens where something is missing, what is reviewed where something is abnormal; then the section stays.
  const [initial] = useState(
    () => (progress.find((one) => (record.can.edit ? one.missing : one.abnormal) > 0) ?? progress[0])?.code,
  );
  const section = catalogue.sections.find(({ code }) => code === requested)?.code ?? initial ?? '';
  const focus = useFocusField(frame, section);
  const last = useRef<string>(undefined);
  /** A follow-up is generated after submitting. */
  const [followsUp, setFollowsUp] = useState(false);

  function toField(code: string): void {
    const field = allFields(catalogue, rows).find((one) => one.code === code);
    if (!field) return;
    last.current = code;
    if (field.section !== section) setQuery({ section: field.section });
    focus(code);
  }
  const walk = (code: string, step: 1 | -1): void => {
    const fields = allFields(catalogue, rows);
    const next = fields[fields.findIndex((field) => field.code === code) + step];
    if (next) toField(next.code);
    // After the last item come the words about all of them.
    else if (step === 1) focus('conclusion');
  };
  return {
    ...{ record, catalogue, entry, rows, progress, section, frame, toField, walk, followsUp, setFollowsUp },
    editable: record.can.edit,
    /** Rows whose input is refused. */
    wrong: [...rows.values()].filter(
      ({ item, problem }) => problem !== undefined || entry.state.refused.has(item.code),
    ),
    lacking: useMemo(() => lackingOf(rows, kind), [rows, kind]),
    toSection: (code: string) => setQuery({ section: code }),
    /** Focuses the next missing field after one; returns false when nothing is missing. */
    toMissing: (after = last.current): boolean => {
      const field = nextMissing(catalogue, rows, kind, after);
      if (field) toField(field.code);
      return field !== undefined;
    },
    /** Takes the result of the last examination and goes on. */
    sameAsLast: (code: string): void => {
      const row: Row | undefined = rows.get(code);
      const former = record.before[0]?.items.find((item) => item.code === code);
      if (row && former && record.can.edit) entry.store([{ item: row.item, entered: enteredOf(former) }]);
      walk(code, 1);
    },
  };
}

export type ExamForm = ReturnType<typeof useExamForm>;

/** Returns a function that focuses a field, in another section once that is drawn. */
function useFocusField(frame: RefObject<HTMLElement | null>, section: string): (code: string) => void {
  const pending = useRef<string>(undefined);
  const focus = (code: string): boolean => {
    const field = frame.current?.querySelector<HTMLElement>(`[data-code="${CSS.escape(code)}"]`);
    field?.focus();
    field?.scrollIntoView({ block: 'nearest' });
    return field != null;
  };
  const focusPending = useEffectEvent(() => {
    if (pending.current !== undefined && focus(pending.current)) pending.current = undefined;
  });
  useEffect(() => {
    if (section) focusPending();
  }, [section]);
  return (code) => {
    pending.current = focus(code) ? undefined : code;
  };
}
