import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { reordered, rowName, rowsOf, usualMax } from '../rows.ts';
import type { ControlProps, Field, FormValues, RowsOptions } from '../types.ts';
import { type DrawCell, RowItem } from './RowItem.tsx';
import './rows.css';

/** Keeps one key per row, which moves with the row, so that inputs keep their focus and state. */
function useRowKeys(count: number) {
  const keys = useRef<number[]>([]);
  const made = useRef(0);
  while (keys.current.length < count) keys.current.push(made.current++);
  keys.current.length = count;
  return keys;
}

interface Props extends ControlProps {
  field: Field & RowsOptions;
  /** Draws the control of a cell. */
  draw: DrawCell;
}

/** Edits a list of rows in order; rows move by dragging or with Alt ↑↓. */
export function RowsField({ field, draw, ...props }: Props) {
  const { value, onChange, disabled, attributes, problems = [] } = props;
  const { min = 0, max = usualMax, rowLabel, measure } = field;
  const rows = rowsOf(value);
  const keys = useRowKeys(rows.length);
  const body = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();

  /** Focuses the first input of a row, or the button that adds one, once it is drawn. */
  function focusRow(index: number): void {
    requestAnimationFrame(() => {
      const row = body.current?.querySelector<HTMLElement>(`li[data-row="${index}"]`);
      const control = row?.querySelector<HTMLElement>('input:not([type=checkbox], :disabled)');
      (control ?? body.current?.querySelector<HTMLElement>('.row-add'))?.focus();
    });
  }
  function add(): void {
    onChange([...rows, field.newRow?.(rows) ?? {}]);
    focusRow(rows.length);
  }
  function remove(index: number): void {
    keys.current.splice(index, 1);
    onChange(rows.filter((_row, place) => place !== index));
    focusRow(Math.min(index, rows.length - 2));
  }
  function move(from: number, to: number): void {
    setDragged(undefined);
    const { activeElement } = document;
    keys.current = reordered(keys.current, from, to);
    onChange(reordered(rows, from, to));
    // A browser takes the focus from an element that moves.
    requestAnimationFrame(() => {
      if (activeElement instanceof HTMLElement && document.activeElement === document.body) activeElement.focus();
    });
  }
  function change(index: number, changed: FormValues): void {
    const row = field.deriveRow?.(changed) ?? changed;
    onChange(rows.map((each, place) => (place === index ? row : each)));
  }

  return (
    <div ref={body} className="flex flex-col gap-2">
      {rows.length > 0 && (
        <ol className="row-list flex flex-col gap-2">
          {rows.map((row, index) => (
            <RowItem
              key={keys.current[index]}
              field={field}
              draw={draw}
              row={row}
              index={index}
              name={field.nameOf?.(row) ?? rowName(field, index)}
              last={index === rows.length - 1}
              removable={rows.length > min}
              problems={problems}
              disabled={disabled}
              onChange={(changed) => change(index, changed)}
              onRemove={() => remove(index)}
              onMove={(step) => move(index, index + step)}
              onDrag={() => setDragged(index)}
              onDrop={() => dragged !== undefined && move(dragged, index)}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          id={attributes.id}
          className="row-add"
          aria-label={`添加${rowLabel}`}
          aria-describedby={attributes['aria-describedby']}
          title={rows.length >= max ? `最多 ${max} ${measure}` : undefined}
          icon={<Plus size={14} aria-hidden />}
          disabled={disabled || rows.length >= max}
          onClick={add}
        >
          添加{rowLabel}
        </Button>
      </div>
    </div>
  );
}
