import { useCallback } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { isBindable } from '#features/equipment/web/service.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callListApi } from '#web/api/request.ts';
import { labelOf } from '#web/data/dictionary.ts';
import type { ControlProps } from '#web/form/types.ts';
import { AsyncSelect, type Choice } from '#web/form/fields/SearchSelect.tsx';

type Find = (keyword: string, signal: AbortSignal) => Promise<Choice[]>;
interface SelectCallbacks {
  onPick?: (choice: Choice | undefined) => void;
}
type Row = OutputOf<typeof equipmentApi.getEquipmentList>;

const joinTexts = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(' · ');

/** Finds a customer of the project by name, initials or the end of a number. */
export function ProjectCustomerSelect({ projectId, ...props }: ControlProps & SelectCallbacks & { projectId: string }) {
  const find = useCallback<Find>(
    async (keyword, signal) => {
      const { rows } = await callListApi(customerApi.getCustomerList, { keyword, projectId, limit: 10 }, { signal });
      return rows.map(({ id, name, age, address, mobile, serviceState }): Choice => {
        const isServiceOver = serviceState === 'ended' || serviceState === 'deceased';
        const reason = isServiceOver ? `服务状态「${labelOf('service_state', serviceState)}」，不能绑定` : undefined;
        return {
          value: id,
          label: joinTexts(name, age === null ? null : `${age} 岁`, address, mobile, reason),
          called: name,
          reason,
        };
      });
    },
    [projectId],
  );
  return <AsyncSelect {...props} find={find} say="姓名、拼音首字母或号码后四位" />;
}

/** Customer and project for a device. */
interface To {
  projectId: string;
  personId: string | undefined;
}

/** Returns why a device cannot be bound in the project; a device of another customer can, with a reason. */
function hindrance({ customerId, state, projectId, projectName }: Row, to: To): string | undefined {
  if (customerId !== null && customerId === to.personId) return '设备已经绑定这位客户';
  if (projectId !== to.projectId) return `设备属于项目「${projectName}」，请先调整设备的项目`;
  if (isBindable({ state, customerId })) return undefined;
  return `「${labelOf('equipment_state', state)}」的设备不能绑定，请先变更状态`;
}

/** Finds a device by its numbers, typed or scanned; devices of another project only if this one has none. */
export function ProjectEquipmentSelect({ projectId, personId, ...props }: ControlProps & SelectCallbacks & To) {
  const find = useCallback<Find>(
    async (keyword, signal) => {
      const search = async (filters: { projectId?: string }) =>
        (await callListApi(equipmentApi.getEquipmentList, { keyword, limit: 10, ...filters }, { signal })).rows;
      const inProject = await search({ projectId });
      const rows = inProject.length > 0 ? inProject : await search({});
      return rows.map((row): Choice => {
        const { id, name, kind, sn, imei, state, customerName } = row;
        const reason = hindrance(row, { projectId, personId });
        const stateText = customerName ? `已绑定 ${customerName}` : labelOf('equipment_state', state);
        return {
          value: id,
          label: joinTexts(sn, name, reason ?? stateText),
          numbers: [sn, imei],
          called: labelOf('device_kind', kind),
          reason,
        };
      });
    },
    [projectId, personId],
  );
  return <AsyncSelect {...props} find={find} say="设备编号、IMEI 或 ICCID" />;
}
