import { AutoComplete } from 'antd';
import type { ControlProps } from '#web/form/types.ts';

type Props = ControlProps & {
  /** Communities of the user's last entries, newest first. */
  offered: readonly string[];
};

/** 社区: typed, or one of those that the user entered last. */
export function CommunityField({ value, onChange, disabled, attributes, offered }: Props) {
  return (
    <AutoComplete
      {...attributes}
      value={typeof value === 'string' ? value : ''}
      disabled={disabled}
      maxLength={50}
      options={offered.map((community) => ({ value: community }))}
      showSearch={{ filterOption: (text, option) => option?.value.includes(text.trim()) ?? false }}
      placeholder={offered[0] === undefined ? undefined : `如上次的${offered[0]}`}
      onChange={(text: string | undefined) => onChange(text)}
    />
  );
}
