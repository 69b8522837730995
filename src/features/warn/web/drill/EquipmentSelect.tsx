import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { drillApi } from '#features/drill/contract.ts';
import { call } from '#web/call/request.ts';
import type { ControlProps } from '#web/form/types.ts';

interface Option {
  value: string;
  label: string;
}

/** Typing pauses this long before the server is asked, ms. */
const pause = 300;

function useFound(keyword: string): Option[] {
  const [options, setOptions] = useState<Option[]>([]);
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(() => {
      call(drillApi.getDrillEquipment, keyword === '' ? {} : { keyword }, { signal: control.signal }).then(
        (found) =>
          setOptions(
            found.map((one) => ({
              value: one.id,
              label: [one.sn, one.name, one.customerName].filter(Boolean).join(' · '),
            })),
          ),
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [keyword]);
  return options;
}

/** Devices in scope, found by number or name. */
export function EquipmentSelect({ value, onChange, disabled, attributes }: ControlProps) {
  const [keyword, setKeyword] = useState('');
  const found = useFound(keyword.trim());
  const [chosen, setChosen] = useState<readonly Option[]>([]);
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
