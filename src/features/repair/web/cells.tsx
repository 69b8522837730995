import { linkCells } from '#features/equipment/web/service.ts';
import type { Cells } from '#web/crud/columns.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';
import { isOpen, type RepairRow } from './repairForm.ts';

/** Days from which an open repair is highlighted. */
const longDays = 7;

/** Cells of repairs; colour marks only those that take too long. */
export const cells: Cells<RepairRow> = {
  no: ({ no }) => <span className="mono">{no}</span>,
  ...linkCells,
  state: (row) => (
    <span className={isOpen(row) ? 'font-bold' : 'text-text2'}>{labelOf('repair_state', row.state)}</span>
  ),
  openDays: (row) => (
    <span className={isOpen(row) && row.openDays > longDays ? 'text-level2-text font-bold' : undefined}>
      {row.openDays} 天
    </span>
  ),
  cost: ({ cost }) => (cost === null ? missing : `¥${cost.toFixed(2)}`),
  substituteSn: ({ substituteId, substituteSn }) =>
    substituteSn === null ? (
      missing
    ) : (
      <a className="mono" href={`#/equipment/list/${substituteId}`}>
        {substituteSn}
      </a>
    ),
};
