import { equipmentApi } from '#features/equipment/contract.ts';
import { isImei } from '#shared/rule/imei.ts';
import { callApi } from '#web/api/request.ts';
import type { FormOptions } from '#web/crud/types.ts';
import type { FormValues } from '#web/form/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { showSecret } from './showSecret.tsx';
import type { Choice } from './useEquipmentFilters.ts';

type EquipmentFormOptions = FormOptions<typeof equipmentApi.addEquipment, typeof equipmentApi.editEquipment>;

/** Fields of the form, in its order. */
const entered = [
  ...(['model', 'sn', 'imei', 'name', 'projectId', 'departmentId', 'gatewayId', 'position', 'iccid'] as const),
  ...(['simNumber', 'simExpireDate', 'mac', 'batch', 'supplier', 'warrantyDate', 'remark'] as const),
];
/** Fields kept when devices are scanned one after the other. */
const shared = [
  ...['model', 'projectId', 'departmentId', 'gatewayId', 'batch', 'supplier'],
  ...['warrantyDate', 'simExpireDate', 'more'],
];
const sent = ['id', 'version', ...entered];

const picked = (values: FormValues, keys: readonly string[]): FormValues =>
  Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));

/** Reads a device as form values. */
export async function readForForm({ id }: { id: string }): Promise<FormValues> {
  const device = await callApi(equipmentApi.getEquipment, { id });
  return picked(Object.fromEntries(Object.entries(device).map(([key, value]) => [key, value ?? undefined])), sent);
}

/**
 * Returns the form of a device (domain.md 6.18). The Enter of a scanner saves; with 连续登记 the form opens again for the
 * next device and keeps the common fields.
 * @param next opens the form of a new device with these values
 */
export function formOf(
  { models, projects, departments, gateways }: Choice,
  next: (values: FormValues) => void,
): EquipmentFormOptions {
  const [project, ...others] = projects;
  return {
    size: 'large',
    fields: {
      model: { kind: 'select', options: models },
      sn: { placeholder: '扫码或输入', hint: '扫码枪扫完自动保存' },
      gatewayId: { kind: 'select', label: '网关', options: gateways, hint: '只有子设备填写' },
      projectId: { kind: 'select', label: '项目', options: projects, required: true },
      departmentId: { kind: 'tree', label: '部门', options: treeOptions(departments), required: true },
    },
    order: [
      ...entered,
      {
        ...{ kind: 'switch', field: 'more', label: '连续登记', labels: ['开', '关'] },
        hint: '保存后接着登记下一台，保留型号、批次等',
        shown: ({ id }) => id === undefined,
      },
    ],
    initial: project && others.length === 0 ? { projectId: project.value } : {},
    // The scanner continues in the field of the number.
    startAt: ({ more }) => (more ? 'sn' : undefined),
    rules: [
      {
        ...{ field: 'imei', rule: 'luhn' },
        check: ({ imei }) =>
          typeof imei === 'string' && /^\d{15}$/.test(imei.trim()) && !isImei(imei.trim())
            ? 'IMEI校验不通过'
            : undefined,
      },
    ],
    inputOf: (values) => picked(values, sent),
    onSaved: async (result, values) => {
      const { secret = null } = result as { secret?: string | null };
      if (secret !== null) await showSecret(String(values.sn), secret);
    },
    onAdded: (_result, values) => {
      if (values.more) next(picked(values, shared));
    },
  };
}
