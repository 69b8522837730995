import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import type { ControlProps } from '#web/form/types.ts';
import { callList } from '#web/request.ts';
import type { WarnRow } from '../types.ts';

interface Option {
  value: string;
  label: string;
}

/** Typing pauses this long before the server is asked, ms. */
const pause = 300;

function people(rows: readonly WarnRow[]): Option[] {
  const found = new Map<string, Option>();
  for (const row of rows) {
    if (row.customerId === null || found.has(row.customerId)) continue;
    const label = [row.customerName, row.age === null ? null : `${row.age} 岁`, row.area, row.address]
      .filter(Boolean)
      .join(' · ');
    found.set(row.customerId, { value: row.customerId, label });
  }
  return [...found.values()];
}

function useFound(keyword: string): { options: Option[]; searching: boolean } {
  const [options, setOptions] = useState<Option[]>([]);
  const [searching, setSearching] = useState(false);
  useEffect(() => {
    if (keyword === '') return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      setSearching(true);
      callList(warnApi.getWarnList, { keyword, limit: 50 }, { signal: control.signal })
        .then(
          ({ rows }) => setOptions(people(rows)),
          () => setOptions([]),
        )
        .finally(() => setSearching(false));
    }, pause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [keyword]);
  return { options, searching };
}

/** Finds a person who has rung before, by name, initials or number; anyone else is entered by the number of the call. */
export function CustomerSelect({ value, onChange, disabled, attributes }: ControlProps) {
  const [keyword, setKeyword] = useState('');
  const { options, searching } = useFound(keyword.trim());
  return (
    <Select
      {...attributes}
      disabled={disabled}
      allowClear
      showSearch
      filterOption={false}
      value={typeof value === 'string' ? value : undefined}
      options={options}
      loading={searching}
      placeholder="有过告警的客户：姓名、拼音首字母或电话"
      notFoundContent={keyword === '' ? '输入姓名、拼音首字母或电话' : '没有找到，可只填来电号码'}
      onSearch={setKeyword}
      onChange={(id: string | undefined) => onChange(id)}
    />
  );
}
