import { ColorPicker } from 'antd';
import type { ControlProps } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';

/** Control for the colour of a dictionary item as #rrggbb, or none. */
export default function ColorControl({ value, onChange, attributes }: ControlProps) {
  return (
    <span className="dictionary-pick">
      <ColorPicker
        allowClear
        format="hex"
        value={typeof value === 'string' ? value : null}
        onChangeComplete={(color) => onChange(color.cleared ? undefined : color.toHexString().slice(0, 7))}
      >
        <Button {...attributes} className="inline-flex items-center gap-1.5">
          {typeof value === 'string' && <i style={{ background: value }} />}
          {typeof value === 'string' ? value : '选择颜色'}
        </Button>
      </ColorPicker>
    </span>
  );
}
