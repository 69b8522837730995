import { bedApi, bedName } from '#features/bed/contract.ts';
import { CustomerField } from '#features/customerEntry/web/service.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field } from '#web/form/types.ts';
import type { BedDialog } from './actions.ts';
import type { Bed } from './useBeds.ts';

type PlaceKey = 'building' | 'floor' | 'room' | 'bed';
const names: readonly Field<PlaceKey>[] = [
  { kind: 'text', field: 'building', label: '楼栋', maxLength: 20, required: true },
  { kind: 'text', field: 'floor', label: '楼层', maxLength: 20, required: true },
  { kind: 'text', field: 'room', label: '房间', maxLength: 20, required: true },
  { kind: 'text', field: 'bed', label: '床号', maxLength: 20, required: true },
];
const hints: Partial<Record<PlaceKey, string>> = { room: '可填范围，如 301~306', bed: '如 1~3 或 A、B' };
const ranges = names.map((field): Field<PlaceKey> => {
  const hint = hints[field.field];
  return {
    ...field,
    ...(field.kind === 'text' && field.field !== 'building' && { maxLength: 60 }),
    ...(hint && { hint }),
  };
});

interface Closing {
  onDone: () => void;
  onClosed: () => void;
}

/** Asks which beds to add to a department. Open while mounted. */
export function AddBedForm({ departmentId, ...rest }: Closing & { departmentId: string }) {
  return (
    <DialogForm
      open
      initial={{ departmentId }}
      endpoint={bedApi.addBed}
      title="新增床位"
      size="small"
      fields={ranges}
      submitText="新增"
      doneText="床位已新增"
      {...rest}
    />
  );
}

interface Props extends Closing {
  dialog: BedDialog;
  beds: readonly Bed[];
}

/** Asks for the bed's customer, the bed to move to, or the bed's name. Open while mounted. */
export function BedForm({ dialog: { kind, bed }, beds, ...rest }: Props) {
  const { id, version, building, floor, room, customerId } = bed;
  const shared = { open: true, size: 'small', ...rest } as const;
  if (kind === 'edit')
    return (
      <DialogForm
        {...shared}
        initial={{ id, version, building, floor, room, bed: bed.bed }}
        endpoint={bedApi.editBed}
        title={`编辑床位 · ${bedName(bed)}`}
        fields={names}
        failText="床位没有改"
        doneText="床位已保存"
        onRefresh={() => {
          rest.onDone();
          rest.onClosed();
        }}
      />
    );
  const takable = beds.filter(({ state }) => state === 'free' || state === 'reserved');
  const options = takable.map((freeBed) => ({
    value: freeBed.id,
    label: `${freeBed.building} ${bedName(freeBed)}${freeBed.state === 'reserved' ? '（预留）' : ''}`,
  }));
  const customerField: Field<'customerId'> = {
    kind: 'custom',
    field: 'customerId',
    label: '客户',
    required: true,
    wide: true,
    hint: '已有床位的客户换到这张床',
    control: (props) => <CustomerField {...props} />,
  };
  const target: Field<'bedId'> = { kind: 'select', field: 'bedId', label: '换到', options, required: true, wide: true };
  const assigns = kind === 'assign';
  return (
    <DialogForm
      {...shared}
      initial={assigns ? { bedId: id } : { customerId }}
      endpoint={bedApi.assignBed}
      title={assigns ? `安排客户 · ${bedName(bed)}` : `换床 · ${bed.customerName ?? ''}`}
      fields={[assigns ? customerField : target]}
      submitText={assigns ? '安排' : '换床'}
      failText={assigns ? '没有安排' : '没有换床'}
      doneText={assigns ? '已安排床位' : '已换床'}
    />
  );
}
