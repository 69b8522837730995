import { Checkbox } from 'antd';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { FieldProblem } from '#shared/envelope.ts';
import { now } from '#web/core/now.ts';
import { FieldError } from '#web/message/FieldError.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cellsOf } from '../rows.ts';
import type { ControlProps, Field, FormValues, RowsOptions } from '../types.ts';
import { fieldOf, problemsOfRow } from '../values.ts';

/** Component of a cell's control; the form's own, which draws lists of rows, too. */
export type DrawCell = (props: ControlProps & { field: Field }) => ReactNode;

interface Props {
  field: Field & RowsOptions;
  draw: DrawCell;
  row: FormValues;
  index: number;
  name: string;
  last: boolean;
  removable: boolean;
  /** Problems of all cells, with the row's index first. */
  problems: readonly FieldProblem[];
  disabled: boolean;
  onChange: (row: FormValues) => void;
  onRemove: () => void;
  onMove: (step: 1 | -1) => void;
  onDrag: () => void;
  onDrop: () => void;
}

/** Returns the first message of each cell that was marked or left; '' has those of the row itself. */
function useMessages({ field, row, index, problems }: Props) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const cells = cellsOf(field, row, index);
  const start = `${index}.`;
  const marked = problems
    .filter((problem) => problem.field.startsWith(start))
    .map((problem) => ({ ...problem, field: problem.field.slice(start.length) }));
  const touched = problemsOfRow(field, row, index, now()).filter((problem) => left.has(problem.field));
  const messages = new Map<string, string>();
  for (const problem of [...marked, ...touched]) {
    const cell = fieldOf(problem.field, cells);
    const name = cells.some((candidate) => candidate.field === cell) ? cell : '';
    if (!messages.has(name)) messages.set(name, problem.msg);
  }
  return { cells, messages, leave: (name: string) => setLeft((old) => new Set(old).add(name)) };
}

interface CellProps {
  cell: Field;
  draw: DrawCell;
  value: unknown;
  msg: string | undefined;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

function Cell({ cell, draw: Draw, value, msg, disabled, onChange }: CellProps) {
  const id = useId();
  const hint = typeof cell.hint === 'function' ? cell.hint(value) : cell.hint;
  const attributes = {
    id,
    'aria-invalid': msg ? (true as const) : undefined,
    'aria-describedby': (msg ?? hint) ? `${id}-under` : undefined,
    'aria-required': cell.required ? (true as const) : undefined,
  };
  return (
    <div className={`row-cell${cell.wide ? ' wide' : ''} flex flex-col min-w-0 gap-1`} data-cell={cell.field}>
      <label className="text-xs text-text2" htmlFor={id}>
        {cell.label}
      </label>
      <Draw field={cell} value={value} disabled={disabled} attributes={attributes} onChange={onChange} />
      {(msg ?? hint) && (
        <div id={`${id}-under`} className="text-xs text-text3">
          {msg ? <FieldError>{msg}</FieldError> : hint}
        </div>
      )}
    </div>
  );
}

/** Edits one row of a list. */
export function RowItem(props: Props) {
  const { row, index, name, last, removable, disabled, onChange, onRemove, onMove, onDrag, onDrop } = props;
  const [grabbed, setGrabbed] = useState(false);
  const { cells, messages, leave } = useMessages(props);
  const shown = cells.filter((cell) => cell.shown?.(row) ?? true);
  const set = (cell: Field, value: unknown) => onChange({ ...row, [cell.field]: value });
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey || disabled) return;
    event.preventDefault();
    onMove(step);
  }
  function onBlur({ target, relatedTarget }: FocusEvent): void {
    const cell = target.closest<HTMLElement>('[data-cell]');
    if (cell?.dataset.cell && !cell.contains(relatedTarget)) leave(cell.dataset.cell);
  }
  const msg = messages.get('');
  return (
    <li
      className="row-item rounded-md border border-border px-3 py-2.5"
      data-row={index}
      draggable={grabbed}
      onDragStart={onDrag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
      onDragEnd={() => setGrabbed(false)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className="flex items-center flex-wrap gap-2 mb-2">
        <span
          className="row-grip inline-flex items-center text-text3"
          onPointerDown={() => setGrabbed(!disabled)}
          onPointerUp={() => setGrabbed(false)}
        >
          <GripVertical size={14} aria-hidden />
        </span>
        <strong>{index + 1}</strong>
        {shown
          .filter(({ kind }) => kind === 'switch')
          .map((cell) => (
            <Checkbox
              key={cell.field}
              checked={row[cell.field] === true}
              disabled={disabled}
              onChange={({ target }) => set(cell, target.checked)}
            >
              {cell.label}
            </Checkbox>
          ))}
        <span className="row-tools flex items-center gap-1">
          <Button
            kind="icon"
            size={28}
            aria-label={`把${name}提前`}
            title="提前 Alt ↑"
            disabled={disabled || index === 0}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={14} aria-hidden />
          </Button>
          <Button
            kind="icon"
            size={28}
            aria-label={`把${name}推后`}
            title="推后 Alt ↓"
            disabled={disabled || last}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={14} aria-hidden />
          </Button>
          <Button
            kind="icon"
            size={28}
            aria-label={`移除${name}`}
            title="移除"
            disabled={disabled || !removable}
            onClick={onRemove}
          >
            <Trash2 size={14} aria-hidden />
          </Button>
        </span>
      </div>
      <div className="row-cells">
        {shown
          .filter(({ kind }) => kind !== 'switch')
          .map((cell) => (
            <Cell
              key={cell.field}
              cell={cell}
              draw={props.draw}
              value={row[cell.field]}
              msg={messages.get(cell.field)}
              disabled={disabled || cell.locked?.(row) !== undefined}
              onChange={(value) => set(cell, value)}
            />
          ))}
      </div>
      {msg && <FieldError>{msg}</FieldError>}
    </li>
  );
}
