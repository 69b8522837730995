import { Select } from 'antd';
import { useState } from 'react';
import { drillApi } from '#features/drill/contract.ts';
import { callApi } from '#web/api/request.ts';
import type { ControlProps } from '#web/form/types.ts';
import { useRemoteOptions } from '#web/form/useRemoteOptions.ts';

interface Choice {
  value: string;
  label: string;
}

/** Without a word the first ones. */
async function find(keyword: string, signal: AbortSignal): Promise<Choice[]> {
  const found = await callApi(drillApi.getDrillEquipment, keyword === '' ? {} : { keyword }, { signal });
  return found.map(({ id, sn, name, customerName }) => ({
    value: id,
    label: [sn, name, customerName].filter(Boolean).join(' · '),
  }));
}

/** Devices in scope, found by number or name. */
export function EquipmentSelect({ value, onChange, disabled, attributes }: ControlProps) {
  const [keyword, setKeyword] = useState('');
  const { options: found } = useRemoteOptions(keyword, find, true);
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const others = found.filter((one) => !chosen.some((other) => other.value === one.value));
  return (
    <Select
      {...attributes}
      mode="multiple"
      disabled={disabled}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={Array.isArray(value) ? (value as string[]) : []}
      options={[...chosen, ...others]}
      placeholder="设备编号或名称"
      onChange={(ids: string[]) => {
        setChosen([...chosen, ...others].filter((one) => ids.includes(one.value)));
        onChange(ids.length > 0 ? ids : undefined);
      }}
    />
  );
}
