import { type Choice, showSecret } from '#features/equipment/web/service.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { callApi } from '#web/api/request.ts';
import type { FormOptions } from '#web/crud/types.ts';
import type { FormValues } from '#web/form/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { gatewayAddress } from '../address.ts';
import { gatewayModels } from './useGatewayFilters.ts';

type GatewayFormOptions = FormOptions<typeof gatewayApi.addGateway, typeof gatewayApi.editGateway>;

/** Fields of the form, in its order (domain.md 6.19). */
const entered = [
  ...(['name', 'sn', 'model', 'mac', 'projectId', 'departmentId', 'position'] as const),
  ...(['childLimit', 'mayCreate', 'baseTopic', 'remark'] as const),
];

/** Reads a gateway as form values. */
export async function readForForm({ id }: { id: string }): Promise<FormValues> {
  const gateway: FormValues = { ...(await callApi(gatewayApi.getGateway, { id })) };
  return Object.fromEntries(['id', 'version', ...entered].map((key) => [key, gateway[key] ?? undefined]));
}

/**
 * Returns the form of a gateway. Its secret is shown once after adding, then its page opens.
 * @param opens whether the page of a new gateway opens
 */
export function formOf(choice: Choice, opens: boolean): GatewayFormOptions {
  const models = gatewayModels(choice);
  const protocolOf = new Map(models.map(({ value, protocol }) => [value, protocol]));
  const [project, ...otherProjects] = choice.projects;
  return {
    size: 'large',
    fields: {
      model: { kind: 'select', options: models, hint: '决定网关用什么格式接入' },
      sn: { placeholder: '6–32 位字母、数字', hint: '登录名，登记后不能修改' },
      mac: { hint: '软件网关没有 MAC，不填' },
      projectId: { kind: 'select', label: '项目', options: choice.projects, required: true },
      departmentId: { kind: 'tree', label: '部门', options: treeOptions(choice.departments), required: true },
      position: { placeholder: '如：2 楼护理站' },
      childLimit: { unit: '台' },
      mayCreate: { labels: ['允许', '不允许'], hint: '不允许时，新设备列在「子设备」里等待登记' },
      baseTopic: {
        hint: 'Zigbee2MQTT 的 base_topic',
        shown: ({ model }) => protocolOf.get(String(model)) === 'z2m',
      },
    },
    order: entered,
    initial: project && otherProjects.length === 0 ? { projectId: project.value } : {},
    onSaved: async (result, { sn }) => {
      const { id, secret = null } = result as { id: string; secret?: string | null };
      if (secret !== null) await showSecret(String(sn), secret);
      if (opens && 'secret' in result) location.hash = gatewayAddress(id);
    },
  };
}
