import { useMemo } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { can } from '#web/api/session.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { SlotView, slotsOf } from '#web/screen/Slots.tsx';
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
      <button type="button" className="button" onClick={() => edit(device)}>
        编辑
      </button>
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
      <header className="device-head row rigid gap-16 line-below">
        <span className="device-face inline middle rigid" aria-hidden="true">
          <KindIcon kind={device.kind} size={22} />
        </span>
        <div className="slim">
          <h1 className="row wrap gap-12 f18">
            {device.name}
            <span className="regular f14">
              <Online {...device} />
            </span>
            <span className="regular f14">
              <StateSign state={device.state} />
            </span>
          </h1>
          <p className="row wrap gap-12 f13 soft">
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
        <div className="flex wrap rigid gap-8">
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
