import { useState } from 'react';
import type { SectionProps } from '#features/equipment/web/service.ts';
import { openRepairStates, repair, repairApi } from '#features/repair/contract.ts';
import { can } from '#web/api/session.ts';
import { columnsOf } from '#web/crud/columns.tsx';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { cells } from './cells.tsx';
import { ReportForm } from './ReportForm.tsx';
import { isOpen, type RepairRow, repairForm } from './repairForm.ts';

const columns = columnsOf<RepairRow>(repair, cells, [
  ...(['no', 'createdAt', 'fault', 'state', 'openDays', 'reportedBy', 'handler', 'sentTo'] as const),
  ...(['result', 'cost', 'substituteSn'] as const),
]);
const formOptions = {
  resource: repair,
  endpoints: { get: repairApi.getRepair, edit: repairApi.editRepair },
  form: repairForm,
};

/** Section 维修: the device's repairs with faults and results; open ones are edited here. */
export default function Repairs({ device, changed }: SectionProps) {
  const { id, customerId, customerName, state } = device;
  const read = useCall(repairApi.getRepairList, { equipmentId: id, limit: 50 });
  const [reporting, setReporting] = useState(false);
  const { edit, form } = useRecordForm<RepairRow, never, typeof repairApi.editRepair>(formOptions, changed);
  const reportable =
    can('equipment:report') && state !== 'scrapped' && state !== 'lost' && !read.data?.rows.some(isOpen);
  return (
    <SectionPart {...read} what="维修记录">
      {({ rows }) => (
        <div className="flex flex-col gap-3">
          {customerId !== null && state === 'repair' && (
            <Strip tone="warn">设备在维修，{customerName} 暂时没有这台设备可用。修复后自动恢复，也可以更换一台。</Strip>
          )}
          {reportable && (
            <div>
              <Button onClick={() => setReporting(true)}>登记维修</Button>
            </div>
          )}
          {rows.length === 0 ? (
            <p className="text-[13px] text-text2">没有维修过。登记后的故障和处理经过会列在这里。</p>
          ) : (
            <PanelTable
              className="record-table"
              label="维修记录"
              columns={columns}
              rows={rows}
              faint={(row) => !openRepairStates.includes(row.state)}
              actions={can('equipment:edit') ? [{ key: 'edit', label: '处理', onClick: edit }] : []}
            />
          )}
          {form}
          {reporting && <ReportForm device={device} onDone={changed} onClosed={() => setReporting(false)} />}
        </div>
      )}
    </SectionPart>
  );
}
