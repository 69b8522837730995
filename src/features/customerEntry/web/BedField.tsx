import { Select } from 'antd';
import type { CustomerRecord } from '#features/customer/contract.ts';
import type { ControlProps } from '#web/form/types.ts';
import { useBedChoice } from './useBedChoice.ts';

interface Props extends ControlProps {
  departmentId: unknown;
  record: CustomerRecord | undefined;
}

/** Selects a free bed by building, room or number; loads the free beds when the field appears. */
export function BedField({ value, onChange, disabled, attributes, departmentId, record }: Props) {
  const { options, nothing, loading, nameOf, problemOf } = useBedChoice(departmentId, record);
  const selected = typeof value === 'string' ? value : undefined;
  const unavailable = selected !== undefined && nameOf(selected) === undefined;
  return (
    <Select
      {...attributes}
      disabled={disabled}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={selected}
      options={
        unavailable
          ? [{ value: selected, label: problemOf(selected) ? '不能选的床位' : '已选的床位' }, ...options]
          : options
      }
      loading={loading}
      placeholder="选择空床"
      notFoundContent={nothing}
      onChange={(bedId: string | undefined) => onChange(bedId)}
    />
  );
}
