import { memo } from 'react';
import { type CellProps, type LevelWords, SheetCell, SheetInput } from './SheetCell.tsx';
import type { RowEntry, RowTexts, SheetColumn, SheetFact } from './types.ts';
import type { SheetModel } from './useSheet.ts';

export interface RowLayout<R> {
  columns: readonly SheetColumn<R>[];
  /** Columns in front of those that are filled in, and behind them. */
  heads: readonly SheetFact<R>[];
  tails: readonly SheetFact<R>[];
  /** Returns the name of a row. */
  nameOf: (row: R) => string;
  /** Returns why nothing can be filled into a row. */
  lockOf?: (row: R) => string | undefined;
  levelWords: LevelWords;
}

interface Props<R> extends RowLayout<R> {
  row: R;
  entry: RowEntry | undefined;
  current: boolean;
  type: SheetModel['type'];
}

const none: RowTexts = {};

function RowOf<R extends { id: string }>(props: Props<R>) {
  const { row, columns, heads, tails, entry, nameOf, lockOf, current, type, levelWords } = props;
  const lock = lockOf?.(row);
  const problems = entry?.problems ?? none;
  const [first] = [...columns, ...tails.flatMap(({ input }) => input ?? [])].filter(({ key }) => problems[key]);
  const cellOf = (column: SheetColumn<R>): CellProps<R> => ({
    ...{ column, row, type, levelWords },
    name: nameOf(row),
    texts: entry?.texts ?? none,
    msg: problems[column.key],
    isAside: first !== undefined && first.key !== column.key,
    locked: lock !== undefined,
  });
  return (
    <tr data-row={row.id} title={lock} aria-current={current || undefined}>
      {heads.map((fact, index) =>
        index === 0 ? (
          <th key={fact.key} scope="row">
            {fact.show(row, entry ?? null, current)}
          </th>
        ) : (
          <td key={fact.key}>{fact.show(row, entry ?? null, current)}</td>
        ),
      )}
      {columns.map((column) => (
        <SheetCell key={column.key} {...cellOf(column)} />
      ))}
      {tails.map(({ key, title, show, input }) => {
        const asked = input?.isAsked(row, entry, current) ? input : undefined;
        return (
          <td key={key} className="sheet-tail relative" data-title={title} data-column={asked?.key}>
            {show(row, entry ?? null, current)}
            {asked && <SheetInput {...cellOf(asked)} />}
          </td>
        );
      })}
    </tr>
  );
}

/** A row, drawn again only when it changes itself. */
export const SheetRow = memo(RowOf) as typeof RowOf;
