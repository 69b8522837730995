import { Printer } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { can } from '#web/api/session.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { equipment } from '../../contract/entry.ts';
import { BindingButtons } from './ActionButtons.tsx';
import { LocateButton } from '#features/equipmentCommand/web/LocateButton.tsx';
import { Online } from '../list/cells.tsx';
import { formOf, readForForm } from '../list/form.ts';
import { KindIcon } from '../list/KindIcon.tsx';
import { StateSign } from '../list/StateSign.tsx';
import { useEquipmentChoice } from '../list/useEquipmentFilters.ts';
import { CurrentState } from './CurrentState.tsx';
import type { Device, SectionProps } from './types.ts';

const Labels = lazy(() => import('#features/label/web/Labels.tsx').then(({ Labels }) => ({ default: Labels })));

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

/** Shows device, customer and state. */
export function RecordHead({ device, changed }: SectionProps) {
  const [printing, setPrinting] = useState(false);
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
          <button type="button" className="button" onClick={() => setPrinting(true)}>
            <Printer size={16} aria-hidden /> 标签…
          </button>
          <BindingButtons device={device}>
            <LocateButton equipmentId={device.id} />
          </BindingButtons>
        </div>
        {printing && (
          <Suspense fallback={null}>
            <Labels ids={[device.id]} onClose={() => setPrinting(false)} />
          </Suspense>
        )}
      </header>
      <CurrentState device={device} />
    </>
  );
}
