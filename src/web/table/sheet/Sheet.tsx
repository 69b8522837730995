import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import { SheetCell } from './SheetCell.tsx';
import { noEntry } from './sheetState.ts';
import './sheet.css';
import type { RowEntry, SheetColumn, SheetFact } from './types.ts';
import type { SheetModel } from './useSheet.ts';
import { type CellPlace, type Step, stepOf, walk } from './walk.ts';

interface Props<R> {
  /** Name of the table. */
  label: string;
  rows: readonly R[];
  columns: readonly SheetColumn<R>[];
  /** Columns in front of those that are filled in, and behind them. */
  heads: readonly SheetFact<R>[];
  tails?: readonly SheetFact<R>[];
  /** Returns the name of a row. */
  nameOf: (row: R) => string;
  /** Returns why nothing can be filled into a row. */
  lockOf?: (row: R) => string | undefined;
  model: SheetModel;
  /** Explains the cell that has the focus, below the table. */
  foot?: (row: R, column: SheetColumn<R>, entry: RowEntry | undefined) => ReactNode;
}

interface RowProps<R> extends Pick<Props<R>, 'columns' | 'heads' | 'nameOf' | 'lockOf'> {
  row: R;
  entry: RowEntry | undefined;
  current: boolean;
  tails: readonly SheetFact<R>[];
  type: SheetModel['type'];
}

function RowOf<R extends { id: string }>(props: RowProps<R>) {
  const { row, columns, heads, tails, entry, nameOf, lockOf, current, type } = props;
  const lock = lockOf?.(row);
  return (
    <tr data-row={row.id} title={lock} aria-current={current || undefined}>
      {heads.map((fact, index) =>
        index === 0 ? (
          <th key={fact.key} scope="row">
            {fact.show(row, entry ?? null)}
          </th>
        ) : (
          <td key={fact.key}>{fact.show(row, entry ?? null)}</td>
        ),
      )}
      {columns.map((column) => (
        <SheetCell
          key={column.key}
          column={column}
          row={row}
          name={nameOf(row)}
          text={entry?.texts[column.key] ?? ''}
          msg={entry?.problems[column.key]}
          locked={lock !== undefined}
          onType={(text) => type(row.id, column.key, text)}
        />
      ))}
      {tails.map((fact) => (
        <td key={fact.key}>{fact.show(row, entry ?? null)}</td>
      ))}
    </tr>
  );
}

/** A row, drawn again only when it changes itself. */
const Row = memo(RowOf) as typeof RowOf;

const none: readonly never[] = [];
const rowOf = (element: Element) => element.closest<HTMLElement>('tr[data-row]');
const columnOf = (element: Element) => element.closest<HTMLElement>('td[data-column]')?.dataset.column;

const isCopy = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'd' && (ctrlKey || metaKey);

/**
 * A sheet that is filled in by keys: Tab to the next cell, Enter to the next row, arrows within the column, Ctrl D takes
 * the text above, Esc the one that is saved. A row is saved when it is left.
 */
export function Sheet<R extends { id: string }>(props: Props<R>) {
  const { label, rows, columns, heads, tails = none, nameOf, lockOf, model, foot } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<{ id: string; column: string }>();

  function placeOf(target: Element): CellPlace | undefined {
    const row = rows.findIndex(({ id }) => id === rowOf(target)?.dataset.row);
    const column = columns.findIndex(({ key }) => key === columnOf(target));
    return row < 0 || column < 0 ? undefined : { row, column };
  }
  function go(from: CellPlace, step: Step): boolean {
    const isLocked = (index: number) => {
      const row = rows[index];
      return row !== undefined && lockOf?.(row) !== undefined;
    };
    const to = walk(from, step, { rows: rows.length, columns: columns.length, isLocked });
    const id = to && rows[to.row]?.id;
    const key = to && columns[to.column]?.key;
    if (id === undefined || key === undefined) return false;
    const cell = body.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"] td[data-column="${key}"]`);
    const control = cell?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
    control?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return control !== undefined && control !== null;
  }
  /** Takes the text of the cell above. */
  function copyAbove({ row: index }: CellPlace, { id }: R, { key }: SheetColumn<R>): void {
    const above = rows[index - 1];
    const text = above && model.entries.get(above.id)?.texts[key];
    if (text) model.type(id, key, text);
  }
  /** Puts the saved text back; returns whether it was another one. */
  function restore({ id }: R, { key }: SheetColumn<R>): boolean {
    const { texts, saved } = model.entries.get(id) ?? noEntry;
    const [typed = '', former = ''] = [texts[key], saved[key]];
    if (typed !== former) model.type(id, key, former);
    return typed !== former;
  }
  function cellAt(target: EventTarget) {
    const place = target instanceof Element ? placeOf(target) : undefined;
    const [row, column] = place ? [rows[place.row], columns[place.column]] : [];
    return place && row && column ? { place, row, column } : undefined;
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const cell = cellAt(event.target);
    // Enter while an IME composes chooses a word.
    if (!cell || event.nativeEvent.isComposing) return;
    const { place, row, column } = cell;
    const step = stepOf(event, column.options !== undefined);
    if (step && go(place, step)) event.preventDefault();
    // Enter in the last row saves it and stays; Tab beyond the sheet leaves it.
    else if (step === 'row') model.leaveRow(row.id);
    if (isCopy(event)) {
      event.preventDefault();
      copyAbove(place, row, column);
    }
    if (event.key === 'Escape' && restore(row, column)) event.stopPropagation();
  }
  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const [id, column] = [rowOf(target)?.dataset.row, columnOf(target)];
    setFocused(id !== undefined && column !== undefined ? { id, column } : undefined);
  }
  function onBlur({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
    const row = rowOf(target);
    const [id, column] = [row?.dataset.row, columnOf(target)];
    if (id === undefined) return;
    if (column !== undefined) model.leaveCell(id, column);
    // A window that loses the focus leaves nothing: the cell gets it back.
    if (row?.contains(relatedTarget) || (relatedTarget === null && !document.hasFocus())) return;
    setFocused(undefined);
    model.leaveRow(id);
  }
  const row = rows.find(({ id }) => id === focused?.id);
  const column = columns.find(({ key }) => key === focused?.column);
  return (
    <div className="sheet flex flex-col min-h-0">
      <div className="sheet-scroll overflow-auto min-h-0">
        <table aria-label={label}>
          <colgroup>
            {[...heads, ...columns, ...tails].map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {heads.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
              {columns.map(({ key, title, unit, options }) => (
                <th key={key} scope="col" className={options ? '' : 'text-right'}>
                  {title} {unit && <small>{unit}</small>}
                </th>
              ))}
              {tails.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={onBlur}>
            {rows.map((each) => (
              <Row
                key={each.id}
                row={each}
                columns={columns}
                heads={heads}
                tails={tails}
                nameOf={nameOf}
                {...(lockOf && { lockOf })}
                entry={model.entries.get(each.id)}
                current={each.id === focused?.id}
                type={model.type}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="sheet-foot flex items-center flex-wrap gap-4 px-4 py-3">
        {row && column && foot?.(row, column, model.entries.get(row.id))}
        <span className="key-hint flex items-center gap-4 ml-auto text-xs text-text3">
          <span>
            <kbd>Tab</kbd> 下一格
          </span>
          <span>
            <kbd>Enter</kbd> 下一行
          </span>
          <span>
            <kbd>Shift</kbd> <kbd>Tab</kbd> 退回
          </span>
          <span>
            <kbd>Ctrl</kbd> <kbd>D</kbd> 同上
          </span>
        </span>
      </div>
    </div>
  );
}
