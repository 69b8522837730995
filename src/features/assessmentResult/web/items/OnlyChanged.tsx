import { Switch } from 'antd';

interface Props {
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
}

/** Switch that leaves the items with another answer than before. */
export function OnlyChanged({ on, onChange, disabled }: Props) {
  return (
    <span className="flex items-center gap-2 text-text2">
      <Switch size="small" checked={on} onChange={onChange} disabled={disabled ?? false} aria-label="只看变了的" />
      只看变了的
    </span>
  );
}
