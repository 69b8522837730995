import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import type { ControlProps, Option } from '#web/form/types.ts';
import { useRemoteOptions } from '#web/form/useRemoteOptions.ts';

type CustomerMatch = OutputOf<typeof customerApi.findCustomer>[number];

function optionOf({ id, name, age, area, phone }: CustomerMatch): Option {
  const label = [name, age === null ? null : `${age} 岁`, area, phone].filter(Boolean).join(' · ');
  return { value: id, label };
}

async function find(keyword: string, signal: AbortSignal): Promise<Option[]> {
  return (await callApi(customerApi.findCustomer, { keyword }, { signal })).map(optionOf);
}

/** Returns the option of a preselected customer, for viewers who may see the customer list. */
function useSelected(id: string | undefined): Option | undefined {
  const [option, setOption] = useState<Option>();
  useEffect(() => {
    if (id === undefined || !can(customerApi.getCustomerList.permission)) return;
    const control = new AbortController();
    callListApi(customerApi.getCustomerList, { ids: [id], limit: 1 }, { signal: control.signal }).then(
      ({ rows: [row] }) => row && setOption(optionOf({ ...row, area: row.address ?? '', phone: row.mobile })),
      () => undefined,
    );
    return () => control.abort();
  }, [id]);
  return option?.value === id ? option : undefined;
}

/** Finds a customer in scope by name, initials or number; an unknown caller is entered by phone number. */
export function CustomerSelect({ value, onChange, disabled, attributes }: ControlProps) {
  const [keyword, setKeyword] = useState('');
  const { options, searching } = useRemoteOptions(keyword, find);
  const id = typeof value === 'string' ? value : undefined;
  const isListed = options.some((option) => option.value === id);
  const selected = useSelected(isListed ? undefined : id);
  return (
    <Select
      {...attributes}
      disabled={disabled}
      allowClear
      showSearch
      filterOption={false}
      value={id}
      options={selected ? [selected, ...options] : options}
      loading={searching}
      placeholder="姓名、拼音首字母或电话后四位"
      notFoundContent={keyword === '' ? '输入姓名、拼音首字母或电话后四位' : '没有找到，可只填来电号码'}
      onSearch={setKeyword}
      onChange={(id: string | undefined) => onChange(id)}
    />
  );
}
