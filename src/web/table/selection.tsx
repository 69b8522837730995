import { Button as AntButton } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { BulkAction } from './types.ts';

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

type BulkBarProps<Row> = {
  selected: ReadonlyMap<string, Row>;
  actions: readonly BulkAction<Row>[];
  onClear: () => void;
};

/**
 * Bar shown while rows are selected; it moves the head down and says that the selection survives paging (picture 02b).
 */
export function BulkBar<Row>({ selected, actions, onClear }: BulkBarProps<Row>) {
  if (selected.size === 0) {
    return null;
  }
  const rows = [...selected.values()];
  return (
    <section
      className="bulk-bar min-h-10 flex items-center flex-wrap flex-none gap-2 text-[13px] px-4 py-1 bg-primary-bg"
      aria-label="批量操作"
    >
      <strong aria-live="polite">已选 {selected.size} 条</strong>
      <span className="text-text2">跨页保留</span>
      {actions.map(({ key, label, danger, onClick }) => (
        <AntButton key={key} size="small" danger={danger} onClick={() => onClick(rows, onClear)}>
          {label}
        </AntButton>
      ))}
      <Button kind="link" className="bulk-clear ml-auto" onClick={onClear}>
        清空
      </Button>
    </section>
  );
}

type RowCheckboxProps = {
  label: string;
  checked: boolean;
  /** Some but not all are selected. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
};

/** A light checkbox for tables: antd's costs a component tree per row. */
export function RowCheckbox({ label, checked, mixed = false, onChange }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      className="tick align-middle cursor-pointer flex-none bg-container rounded-sm border border-edge"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) {
          box.indeterminate = mixed;
        }
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
