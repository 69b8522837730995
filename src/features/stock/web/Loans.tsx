import { useState } from 'react';
import type { SectionProps } from '#features/equipment/web/service.ts';
import { can } from '#web/api/session.ts';
import { columnsOf } from '#web/crud/columns.tsx';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { stockApi, stockMove } from '../contract.ts';
import { cells, enteredColumn, isOpen, type MoveRow } from './cells.tsx';
import StockForm from './StockForm.tsx';

const columns = columnsOf<MoveRow>(stockMove, cells, [
  'kind',
  enteredColumn,
  ...(['customerName', 'dueDate', 'daysLeft', 'endedAt', 'condition', 'note', 'byName'] as const),
]);

/** Section 借还: the open loan with borrower and due day, and all earlier stock moves of the device. */
export default function Loans({ device, changed }: SectionProps) {
  const { id, name, sn } = device;
  const read = useCall(stockApi.getStockMoveList, { equipmentId: id, limit: 50 });
  const [returned, setReturned] = useState<MoveRow>();
  return (
    <SectionPart {...read} what="借还记录">
      {({ rows }) => (
        <div className="flex flex-col gap-3">
          {rows.length === 0 ? (
            <p className="text-[13px] text-text2">没有借出过。绑定时选「借给客户」就是借出。</p>
          ) : (
            <PanelTable
              className="record-table"
              label="借还记录"
              columns={columns}
              rows={rows}
              faint={(row) => !isOpen(row)}
              actions={
                can('equipment:edit') ? [{ key: 'return', label: '归还', onClick: setReturned, shown: isOpen }] : []
              }
            />
          )}
          {returned && (
            <StockForm
              ids={[id]}
              loan={{ name, sn, customerName: returned.customerName }}
              onDone={changed}
              onClosed={() => setReturned(undefined)}
            />
          )}
        </div>
      )}
    </SectionPart>
  );
}
