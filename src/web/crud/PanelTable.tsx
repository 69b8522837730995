import type { ReactNode } from 'react';
import { missing } from '#web/data/format.ts';
import type { Column, RowAction } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { isOff } from './rowMutations.ts';
import '#web/tree/tree.css';
import '../table/grid/grid.css';
import './panelTable.css';

type Action<R> = Pick<RowAction<R>, 'key' | 'label' | 'onClick' | 'tone' | 'shown' | 'blocked'>;

interface Props<R> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  actions?: readonly Action<R>[];
  className?: string;
  /** Returns whether a row is drawn faint; default: disabled rows. */
  faint?: (row: R) => boolean;
}

function contentOf<R>({ key, render }: Column<R>, row: R, index: number): ReactNode {
  const content = render ? render(row, index) : ((row as Record<string, unknown>)[key] as ReactNode);
  return content === null || content === undefined || content === false || content === '' ? missing : content;
}

/** A table of loaded rows inside a panel: without pages, filters and settings. On a phone a row is a card. */
export function PanelTable<R extends { id: string }>({
  label,
  columns,
  rows,
  actions = [],
  className,
  faint = isOff,
}: Props<R>) {
  const sideOf = ({ align }: Column<R>) => (align === 'right' ? 'number' : undefined);
  return (
    <table className={`panel-table ruled plain-table text-[13px] w-full ${className ?? ''}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={sideOf(column)}>
              {column.title}
            </th>
          ))}
          {actions.length > 0 && <th scope="col">操作</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.id} className={faint(row) ? 'text-text3' : undefined}>
            {columns.map((column) => {
              const content = contentOf(column, row, index);
              return (
                <td
                  key={column.key}
                  className={sideOf(column)}
                  data-title={column.title}
                  data-none={content === missing || undefined}
                >
                  {content}
                </td>
              );
            })}
            {actions.length > 0 && (
              <td>
                <span className="row-actions inline-flex items-center gap-2">
                  {actions
                    .filter(({ shown }) => shown?.(row) ?? true)
                    .map(({ key, label: text, tone, blocked, onClick }) => {
                      const reason = blocked?.(row);
                      return (
                        <Button
                          kind="link"
                          className={tone}
                          key={key}
                          aria-disabled={reason ? true : undefined}
                          title={reason}
                          onClick={() => reason || onClick(row)}
                        >
                          {text}
                        </Button>
                      );
                    })}
                </span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
