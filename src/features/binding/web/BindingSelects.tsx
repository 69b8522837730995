import { useCallback } from 'react';
import { CustomerField, type FoundCustomer } from '#features/customerEntry/web/service.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { isBindable } from '#features/equipment/web/service.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callListApi } from '#web/api/request.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { type Choice, SearchSelect } from '#web/form/fields/SearchSelect.tsx';
import type { ControlProps } from '#web/form/types.ts';

type Find = (keyword: string, signal: AbortSignal) => Promise<Choice[]>;
interface SelectCallbacks {
  onPick?: (choice: Choice | undefined) => void;
}
type Row = OutputOf<typeof equipmentApi.getEquipmentList>;

const joinTexts = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(' · ');

/** Returns why a customer gets no device: the service is over. */
function refuse({ serviceState }: FoundCustomer): string | undefined {
  const isServiceOver = serviceState === 'ended' || serviceState === 'deceased';
  return isServiceOver ? `服务状态「${labelOf('service_state', serviceState)}」，不能绑定` : undefined;
}

/** Finds a customer of the project. */
export function ProjectCustomerSelect({
  projectId,
  onPick,
  ...props
}: ControlProps & SelectCallbacks & { projectId: string }) {
  return (
    <CustomerField
      {...props}
      projectId={projectId}
      refuse={refuse}
      onPick={(customer) => onPick?.(customer && { value: customer.id, label: customer.name, called: customer.name })}
    />
  );
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
  return <SearchSelect {...props} find={find} say="设备编号、IMEI 或 ICCID" />;
}
