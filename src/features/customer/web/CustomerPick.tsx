import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { callList } from '#web/call/request.ts';
import type { ControlProps } from '#web/form/types.ts';
import { customerApi } from '../contract.ts';

/** Typing pauses this long before the server is asked, ms. */
const pause = 300;

/** Finds somebody of the list by name, initials or the end of a number; `not` is left out. */
export function CustomerPick({ value, onChange, disabled, attributes, not }: ControlProps & { not: string }) {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useQuery({
    queryKey: [customerApi.getCustomerList.path, 'pick', keyword],
    queryFn: ({ signal }) => callList(customerApi.getCustomerList, { keyword, limit: 10 }, { signal }),
    enabled: keyword !== '',
  });
  const options = (data?.rows ?? [])
    .filter(({ id }) => id !== not)
    .map(({ id, name, age, address, mobile }) => ({
      value: id,
      label: [name, age === null ? null : `${age} 岁`, address, mobile].filter(Boolean).join(' · '),
    }));
  return (
    <Select
      {...attributes}
      disabled={disabled}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={typeof value === 'string' ? value : undefined}
      options={options}
      loading={isFetching}
      placeholder="姓名、拼音首字母或号码后四位"
      notFoundContent={keyword === '' ? '输入姓名、拼音首字母或号码后四位' : '没有找到'}
      onChange={(id: string | undefined) => onChange(id)}
    />
  );
}
