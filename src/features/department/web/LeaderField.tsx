import { Select } from 'antd';
import { useState } from 'react';
import { departmentApi } from '#features/department/contract.ts';
import { callApi } from '#web/api/request.ts';
import type { ControlProps } from '#web/form/types.ts';
import { useRemoteOptions } from '#web/form/useRemoteOptions.ts';

async function find(keyword: string, signal: AbortSignal) {
  const users = await callApi(departmentApi.findLeader, { keyword }, { signal });
  return users.map(({ id, name, account, departmentName }) => ({
    value: id,
    label: `${name}（${account}）· ${departmentName}`,
  }));
}

interface Props extends ControlProps {
  /** Name of the current leader, for accounts that the search has not loaded yet. */
  nameOf: (id: string) => string | undefined;
  /** Called with id and name of the selected account. */
  onChosen: (id: string, name: string) => void;
}

/** Selects the leader of a department among the visible accounts, by name, account or initials. */
export function LeaderField({ value, onChange, disabled, attributes, nameOf, onChosen }: Props) {
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState(false);
  const { options: choices, searching } = useRemoteOptions(keyword, find, open);
  const selected = typeof value === 'string' ? value : undefined;
  const missing = selected !== undefined && !choices.some((choice) => choice.value === selected);
  return (
    <Select
      {...attributes}
      disabled={disabled}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={selected}
      options={
        missing ? [{ value: selected, label: nameOf(selected) ?? '已不在列表中的账号' }, ...choices] : [...choices]
      }
      loading={searching}
      placeholder="姓名、账号或拼音首字母"
      notFoundContent={searching ? '加载中' : '没有找到可用的账号'}
      onOpenChange={setOpen}
      onChange={(id: string | undefined) => {
        const option = choices.find((choice) => choice.value === id);
        if (option) onChosen(option.value, option.label);
        onChange(id);
      }}
    />
  );
}
