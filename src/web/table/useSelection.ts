import { useCallback, useEffect, useRef, useState } from 'react';

/** Holds the selected rows over pages and reloads; a newer version of a selected row replaces the old one. */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[],
  onSelect: ((rows: Row[]) => void) | undefined,
) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const onSelectRef = useRef(onSelect);
  onSelectRef.current = onSelect;

  useEffect(() => {
    setChosen((now) => {
      const newer = rows.filter((row) => now.has(row.id) && now.get(row.id) !== row);
      return newer.length === 0 ? now : new Map([...now, ...newer.map((row) => [row.id, row] as const)]);
    });
  }, [rows]);

  useEffect(() => onSelectRef.current?.([...chosen.values()]), [chosen]);

  const toggle = useCallback((row: Row) => {
    setChosen((now) => {
      const next = new Map(now);
      if (!next.delete(row.id)) {
        next.set(row.id, row);
      }
      return next;
    });
  }, []);

  const setPage = useCallback((page: readonly Row[], on: boolean) => {
    setChosen((now) => {
      const next = new Map(now);
      for (const row of page) {
        if (on) {
          next.set(row.id, row);
        } else {
          next.delete(row.id);
        }
      }
      return next;
    });
  }, []);

  const clear = useCallback(() => setChosen(new Map()), []);
  return { chosen, toggle, setPage, clear };
}
