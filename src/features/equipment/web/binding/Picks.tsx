import { Select } from 'antd';
import { useCallback, useState } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { callList } from '#web/call/request.ts';
import { labelOf } from '#web/data/dictionary.ts';
import type { ControlProps, Option } from '#web/form/types.ts';
import { useFound } from '#web/form/useFound.ts';

type Find = (keyword: string, signal: AbortSignal) => Promise<Option[]>;

function Pick({ find, say, value, onChange, disabled, attributes }: ControlProps & { find: Find; say: string }) {
  const [typed, setTyped] = useState('');
  const { options, searching } = useFound(typed, find);
  return (
    <Select
      {...attributes}
      disabled={disabled}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={typeof value === 'string' ? value : undefined}
      options={options}
      loading={searching}
      placeholder={say}
      notFoundContent={typed.trim() === '' ? `输入${say}` : '没有找到'}
      onChange={(id: string | undefined) => onChange(id)}
    />
  );
}

/** Finds a person of the project by name, initials or the end of a number. */
export function PersonPick({ projectId, ...props }: ControlProps & { projectId: string }) {
  const find = useCallback<Find>(
    async (keyword, signal) => {
      const { rows } = await callList(customerApi.getCustomerList, { keyword, projectId, limit: 10 }, { signal });
      return rows.map(({ id, name, age, address, mobile }) => ({
        value: id,
        label: [name, age === null ? null : `${age} 岁`, address, mobile].filter(Boolean).join(' · '),
      }));
    },
    [projectId],
  );
  return <Pick {...props} find={find} say="姓名、拼音首字母或号码后四位" />;
}

/** Finds a device of the project by its numbers; a scanner types them. */
export function DevicePick({ projectId, ...props }: ControlProps & { projectId: string }) {
  const find = useCallback<Find>(
    async (keyword, signal) => {
      const { rows } = await callList(equipmentApi.getEquipmentList, { keyword, projectId, limit: 10 }, { signal });
      return rows.map(({ id, name, sn, state, customerName }) => ({
        value: id,
        label: [sn, name, customerName ? `已绑定 ${customerName}` : labelOf('equipment_state', state)].join(' · '),
      }));
    },
    [projectId],
  );
  return <Pick {...props} find={find} say="设备编号、IMEI 或 ICCID" />;
}
