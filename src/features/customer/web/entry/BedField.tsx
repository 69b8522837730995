import { Select } from 'antd';
import type { ControlProps } from '#web/form/types.ts';
import type { CustomerRecord } from '../record/types.ts';
import { useBedChoice } from './useBedChoice.ts';

interface Props extends ControlProps {
  departmentId: unknown;
  record: CustomerRecord | undefined;
}

/** A bed that is free, by building, room or number; what is free is asked for when the field comes up. */
export function BedField({ value, onChange, disabled, attributes, departmentId, record }: Props) {
  const { options, nothing, loading, nameOf, problemOf } = useBedChoice(departmentId, record);
  const chosen = typeof value === 'string' ? value : undefined;
  const gone = chosen !== undefined && nameOf(chosen) === undefined;
  return (
    <Select
      {...attributes}
      disabled={disabled}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={chosen}
      options={
        gone ? [{ value: chosen, label: problemOf(chosen) ? '不能选的床位' : '已选的床位' }, ...options] : options
      }
      loading={loading}
      placeholder="选择空床"
      notFoundContent={nothing}
      onChange={(bedId: string | undefined) => onChange(bedId)}
    />
  );
}
