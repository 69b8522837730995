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

/** Finds devices; without a keyword the first ones. */
async function find(keyword: string, signal: AbortSignal): Promise<Choice[]> {
  const rows = await callApi(drillApi.getDrillEquipment, keyword === '' ? {} : { keyword }, { signal });
  return rows.map(({ id, sn, name, customerName }) => ({
    value: id,
    label: [sn, name, customerName].filter(Boolean).join(' · '),
  }));
}

/** Select for devices in scope, by number or name. */
export function EquipmentSelect({ value, onChange, disabled, attributes }: ControlProps) {
  const [keyword, setKeyword] = useState('');
  const { options: matches } = useRemoteOptions(keyword, find, true);
  const [selected, setSelected] = useState<readonly Choice[]>([]);
  const others = matches.filter((option) => !selected.some((other) => other.value === option.value));
  return (
    <Select
      {...attributes}
      mode="multiple"
      disabled={disabled}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={Array.isArray(value) ? (value as string[]) : []}
      options={[...selected, ...others]}
      placeholder="设备编号或名称"
      onChange={(ids: string[]) => {
        setSelected([...selected, ...others].filter((option) => ids.includes(option.value)));
        onChange(ids.length > 0 ? ids : undefined);
      }}
    />
  );
}
