import { useMemo } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { can } from '#web/api/session.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { SlotView, slotsOf } from '#web/screen/Slots.tsx';
import { Button } from '#web/ui/Button.tsx';
import { equipment } from '../../contract/entry.ts';
import { Online } from '../list/cells.tsx';
import { formOf, readForForm } from '../list/form.ts';
import { KindIcon } from '../list/KindIcon.tsx';
import { StateSign } from '../list/StateSign.tsx';
import { useEquipmentChoice } from '../list/useEquipmentFilters.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { CurrentState } from './CurrentState.tsx';
import type { Device, SectionProps } from './types.ts';

function EditButton({ device, changed }: SectionProps) {
  const choice = useEquipmentChoice();
  const form = useMemo(() => formOf(choice, () => undefined), [choice]);
  const endpoints = { add: equipmentApi.addEquipment, edit: equipmentApi.editEquipment };
  const { edit, form: dialog } = useRecordForm<Device, typeof endpoints.add, typeof endpoints.edit>(
    { resource: equipment, endpoints, form, valuesOf: readForForm },
    changed,
  );
  return (
    <>
      <Button onClick={() => edit(device)}>编辑</Button>
      {dialog}
    </>
  );
}

/** Shows the buttons of other features: those before the actions, or with `last` those behind them. */
function HeadSlots({ last = false, ...props }: SectionProps & { last?: boolean }) {
  return slotsOf('equipmentHead')
    .filter((slot) => (slot.last ?? false) === last)
    .map((slot) => <SlotView key={slot.file} slot={slot} props={props} />);
}

/** Shows device, customer and state. */
export function RecordHead({ device, changed }: SectionProps) {
  const { customerId, customerName, imei, sn, modelName } = device;
  const kind = labelOf('device_kind', device.kind);
  return (
    <>
      <header className="device-head flex items-center flex-none gap-4 border-b border-line">
        <span className="device-face inline-flex items-center justify-center flex-none" aria-hidden="true">
          <KindIcon kind={device.kind} size={22} />
        </span>
        <div className="min-w-0">
          <h1 className="flex items-center flex-wrap gap-3 text-lg">
            {device.name}
            <span className="font-normal text-sm">
              <Online {...device} />
            </span>
            <span className="font-normal text-sm">
              <StateSign state={device.state} />
            </span>
          </h1>
          <p className="flex items-center flex-wrap gap-3 text-[13px] text-text2">
            <span>
              {modelName}
              {!modelName.includes(kind) && ` · ${kind}`}
            </span>
            <span className="mono">{imei ? `IMEI ${imei}` : sn}</span>
            {customerId ? (
              <span>
                绑定 <a href={`#/customer/list/${customerId}`}>{customerName}</a> {device.position}
              </span>
            ) : (
              <span>未绑定</span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap flex-none gap-2">
          {can('equipment:edit') && <EditButton device={device} changed={changed} />}
          <HeadSlots device={device} changed={changed} />
          <ActionButtons device={device}>
            <HeadSlots device={device} changed={changed} last />
          </ActionButtons>
        </div>
      </header>
      <CurrentState device={device} />
    </>
  );
}
