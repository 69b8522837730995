import { AutoComplete } from 'antd';
import { physicalApi } from '#features/physical/contract.ts';
import type { ControlProps } from '#web/form/types.ts';
import { useCall } from '#web/screen/useCall.ts';

/** 机构: typed, or one of those used before. */
export function OrgField({ value, onChange, disabled, attributes }: ControlProps) {
  const { data = [] } = useCall(physicalApi.getPhysicalOrgList, {}, { staleTime: 60_000 });
  return (
    <AutoComplete
      {...attributes}
      value={typeof value === 'string' ? value : ''}
      disabled={disabled}
      maxLength={50}
      options={data.map(({ name }) => ({ value: name }))}
      showSearch={{ filterOption: (text, option) => option?.value.includes(text.trim()) ?? false }}
      placeholder={data[0] === undefined ? '医院或卫生服务中心' : `如 ${data[0].name}`}
      onChange={(text: string | undefined) => onChange(text)}
    />
  );
}
