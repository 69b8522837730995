import { linkCells } from '#features/equipment/web/service.ts';
import { stockMoves } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { type Cells, createdColumn } from '#web/crud/columns.tsx';
import { missing } from '#web/data/format.ts';
import type { stockApi } from '../contract.ts';

export type MoveRow = OutputOf<typeof stockApi.getStockMoveList>;

/** Loan that has not ended. */
export const isOpen = ({ daysLeft }: Pick<MoveRow, 'daysLeft'>) => daysLeft !== null;

/** Days before the due day from which a loan is highlighted; engineers are notified then, too. */
const soon = 3;

function Left({ daysLeft }: Pick<MoveRow, 'daysLeft'>) {
  if (daysLeft === null) return missing;
  if (daysLeft < 0) return <span className="text-level1-text font-bold">逾期 {-daysLeft} 天</span>;
  return (
    <span className={daysLeft <= soon ? 'text-level2-text font-bold' : undefined}>
      {daysLeft === 0 ? '今天' : `${daysLeft} 天`}
    </span>
  );
}

/** Time when the stock move was entered. */
export const enteredColumn = { ...createdColumn, title: '登记时间' };

/** Cells of stock moves; colour marks only loans due soon or overdue. */
export const cells: Cells<MoveRow> = {
  kind: (row) => <span className={isOpen(row) ? 'font-bold' : undefined}>{stockMoves[row.kind]}</span>,
  ...linkCells,
  daysLeft: Left,
};
