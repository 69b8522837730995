import { type CSSProperties, type ReactNode, useRef } from 'react';
import './sheet.css';
import { type RowLayout, SheetRow } from './SheetRow.tsx';
import type { RowEntry, SheetColumn } from './types.ts';
import type { SheetModel } from './useSheet.ts';
import { useSheetKeys } from './useSheetKeys.ts';

interface Props<R> extends RowLayout<R> {
  /** Name of the table. */
  label: string;
  rows: readonly R[];
  model: SheetModel;
  /** Explains the cell that has the focus, below the table. */
  foot?: (row: R, column: SheetColumn<R>, entry: RowEntry | undefined) => ReactNode;
}

const hints = [
  [['Tab'], '下一格'],
  [['Enter'], '下一行'],
  [['Shift', 'Tab'], '退回'],
  [['Ctrl', 'D'], '同上'],
] as const;

/** Keys of the sheet. */
function KeyHints() {
  return (
    <span className="key-hint flex items-center flex-none gap-4 ml-auto text-xs text-text3">
      {hints.map(([keys, text]) => (
        <span key={text}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {text}
        </span>
      ))}
    </span>
  );
}

const scope = 'col' as const;

type Track = Pick<SheetColumn<never>, 'least'> & { width?: number };
const leastOf = ({ width = 0, least = width }: Track) => least;
/** Returns the track of a column in the grid of each row. */
const trackOf = (track: Track) =>
  `minmax(${leastOf(track)}px, ${track.width === undefined ? '1fr' : `${track.width}px`})`;

/**
 * A sheet that is filled in by keys: Tab to the next cell, Enter to the next row, arrows within the column, Ctrl D takes
 * the text above, Esc the one that is saved. A row is saved when it is left.
 */
export function Sheet<R extends { id: string }>({ label, rows, model, foot, ...layout }: Props<R>) {
  const { columns, heads, tails, lockOf } = layout;
  const body = useRef<HTMLTableSectionElement>(null);
  const all = [...columns, ...tails.flatMap(({ input }) => input ?? [])];
  const isLocked = (row: R) => lockOf?.(row) !== undefined;
  const { focused, ...listeners } = useSheetKeys({ body, rows, columns: all, isLocked, model });
  const row = rows.find(({ id }) => id === focused?.id);
  const column = all.find(({ key }) => key === focused?.column);
  const tracks = [...heads, ...columns, ...tails];
  const style: CSSProperties & Record<`--${string}`, string> = {
    minWidth: tracks.reduce((sum, track) => sum + leastOf(track), 0),
    '--sheet-tracks': tracks.map(trackOf).join(' '),
    '--sheet-first': `${heads[0] ? leastOf(heads[0]) : 0}px`,
  };
  return (
    <div className="sheet flex flex-col flex-1 min-h-0">
      <div className="sheet-scroll flex-1 overflow-auto min-h-0" data-scroll="sheet">
        <table aria-label={label} style={style}>
          <thead>
            <tr>
              {heads.map(({ key, title, head = title }) => (
                <th key={key} scope={scope}>
                  {head}
                </th>
              ))}
              {columns.map(({ key, title, unit, options }) => (
                <th key={key} scope={scope} className={options ? '' : 'text-right'}>
                  {title} {unit && <small>{unit}</small>}
                </th>
              ))}
              {tails.map(({ key, title, head = title }) => (
                <th key={key} scope={scope}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} {...listeners}>
            {rows.map((each) => (
              <SheetRow
                key={each.id}
                row={each}
                {...layout}
                entry={model.entries.get(each.id)}
                current={each.id === focused?.id}
                type={model.type}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="sheet-foot flex items-center flex-wrap flex-none gap-x-4 gap-y-1 px-4 py-2">
        {row && column && foot?.(row, column, model.entries.get(row.id))}
        <KeyHints />
      </div>
    </div>
  );
}
