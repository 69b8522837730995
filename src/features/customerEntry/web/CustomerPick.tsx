import { Select } from 'antd';
import { useState } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { callListApi } from '#web/api/request.ts';
import type { ControlProps, Option } from '#web/form/types.ts';
import { useRemoteOptions } from '#web/form/useRemoteOptions.ts';

async function find(keyword: string, signal: AbortSignal) {
  const { rows } = await callListApi(customerApi.getCustomerList, { keyword, limit: 10 }, { signal });
  return rows.map(({ id, name, age, address, mobile }) => ({
    value: id,
    name,
    label: [name, age === null ? null : `${age} 岁`, address, mobile].filter(Boolean).join(' · '),
  }));
}

interface Props extends ControlProps {
  not: string;
  /** Currently selected option. */
  selected?: Option | undefined;
  /** Called with the chosen customer, name included. */
  onPick?: (customer: { id: string; name: string } | undefined) => void;
}

/** Finds a customer by name, initials or the end of a number; `not` is left out. */
export function CustomerPick({ value, onChange, disabled, attributes, not, selected, onPick }: Props) {
  const [typed, setTyped] = useState('');
  const { options, searching } = useRemoteOptions(typed, find);
  return (
    <Select
      {...attributes}
      disabled={disabled}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={typeof value === 'string' ? value : undefined}
      options={[
        ...(selected && !options.some((option) => option.value === selected.value) ? [selected] : []),
        ...options.filter((option) => option.value !== not),
      ]}
      loading={searching}
      placeholder="姓名、拼音首字母或号码后四位"
      notFoundContent={typed.trim() === '' ? '输入姓名、拼音首字母或号码后四位' : '没有找到'}
      onChange={(id: string | undefined) => {
        onChange(id);
        const picked = options.find((option) => option.value === id);
        onPick?.(picked && { id: picked.value, name: picked.name });
      }}
    />
  );
}
