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
import { StateSign } from '../list/StateSign.tsx';
import { useEquipmentChoice } from '../list/useEquipmentFilters.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { CurrentState } from './CurrentState.tsx';
import { DeviceHead } from './DeviceFrame.tsx';
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
      <DeviceHead
        kind={device.kind}
        name={device.name}
        signs={{ online: <Online {...device} />, state: <StateSign state={device.state} /> }}
        facts={{
          model: modelName.includes(kind) ? modelName : `${modelName} · ${kind}`,
          number: <span className="mono">{imei ? `IMEI ${imei}` : sn}</span>,
          customer: customerId ? (
            <>
              绑定 <a href={`#/customer/list/${customerId}`}>{customerName}</a> {device.position}
            </>
          ) : (
            '未绑定'
          ),
        }}
      >
        {can('equipment:edit') && <EditButton device={device} changed={changed} />}
        <HeadSlots device={device} changed={changed} />
        <ActionButtons device={device}>
          <HeadSlots device={device} changed={changed} last />
        </ActionButtons>
      </DeviceHead>
      <CurrentState device={device} />
    </>
  );
}
