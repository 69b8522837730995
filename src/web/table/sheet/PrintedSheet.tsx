import type { ReactNode } from 'react';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import './printedSheet.css';
import type { SheetColumn, SheetFact } from './types.ts';

interface Props<R> {
  title: string;
  /** Place, day and who fills it in, above the table. */
  head: ReactNode;
  /** Below the table on every page: who printed it, and when. */
  foot: string;
  rows: readonly R[];
  heads: readonly SheetFact<R>[];
  columns: readonly SheetColumn<R>[];
  onClose: () => void;
}

/** The empty sheet on paper: a line for each row, its head on every page. */
export function PrintedSheet<R extends { id: string }>(props: Props<R>) {
  const { title, head, foot, rows, heads, columns, onClose } = props;
  const printed = heads.flatMap(({ key, title: heading, printedText }) =>
    printedText ? [{ key, heading, printedText }] : [],
  );
  return (
    <PrintPage label={title} className="printed-sheet" onClose={onClose}>
      <h1>{title}</h1>
      <div className="printed-head flex flex-wrap gap-x-8 gap-y-1 mb-2">{head}</div>
      <table>
        <thead>
          <tr>
            {printed.map(({ key, heading }) => (
              <th key={key} scope="col" style={{ width: '1%' }}>
                {heading}
              </th>
            ))}
            {columns.map(({ key, title: heading, unit, printed: share = 1 }) => (
              <th key={key} scope="col" style={{ width: `${5 * share}%` }}>
                {heading}
                {unit && <small> {unit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {printed.map(({ key, printedText }) => (
                <td key={key}>{printedText(row)}</td>
              ))}
              {columns.map(({ key, printedText }) => (
                <td key={key}>
                  <small>{printedText}</small>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={printed.length + columns.length}>{foot}</td>
          </tr>
        </tfoot>
      </table>
    </PrintPage>
  );
}
