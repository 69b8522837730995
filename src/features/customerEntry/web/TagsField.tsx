import { Select } from 'antd';
import type { ControlProps, Option } from '#web/form/types.ts';

/** Edits several values: from a list, or typed. */
export function TagsField({
  value,
  onChange,
  disabled,
  attributes,
  options = [],
}: ControlProps & { options?: readonly Option[] }) {
  return (
    <Select
      {...attributes}
      mode="tags"
      value={Array.isArray(value) ? value : []}
      disabled={disabled}
      options={[...options]}
      {...(options.length === 0 && { open: false, suffixIcon: null })}
      tokenSeparators={['、', '，', ',', '；', ';']}
      placeholder="输入后回车，可填多项"
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(selected: string[]) => onChange(selected.map((tag) => tag.trim()).filter(Boolean))}
    />
  );
}
