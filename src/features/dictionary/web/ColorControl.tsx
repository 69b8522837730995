import { ColorPicker } from 'antd';
import type { ControlProps } from '#web/form/types.ts';

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
        <button type="button" className="button inline-flex items-center gap-1.5" {...attributes}>
          {typeof value === 'string' && <i style={{ background: value }} />}
          {typeof value === 'string' ? value : '选择颜色'}
        </button>
      </ColorPicker>
    </span>
  );
}
