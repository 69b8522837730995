import { Input, Select } from 'antd';
import { Plus, X } from 'lucide-react';
import { useLabels } from '#web/data/dictionary.ts';
import type { ControlProps } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { eventTypes, type ModelEvent } from '../contract.ts';
import { focusNextRow } from './focusNextRow.ts';

/** Returns a key by index: a row has no other identity. */
const rowKey = (index: number) => `row${index}`;

/** Editor of the device's texts and bits that mean an alarm, one per row. */
export function EventRows({ value, onChange, disabled, attributes }: ControlProps) {
  const labels = useLabels('warn_type');
  const options = eventTypes.map((type) => ({ value: type, label: labels[type] }));
  const list = Array.isArray(value) ? (value as ModelEvent[]) : [];
  const set = (index: number, patch: Partial<ModelEvent>) =>
    onChange(list.map((event, place) => (place === index ? { ...event, ...patch } : event)));
  return (
    <fieldset className="min-w-0 px-3 py-2 rounded-md border border-edge" {...attributes} aria-label="事件">
      {list.map((event, index) => (
        <div key={rowKey(index)} className="flex items-center flex-wrap gap-2 mb-2">
          <Input
            className="model-code"
            aria-label={`第 ${index + 1} 项事件的代码`}
            placeholder="代码"
            value={event.code}
            disabled={disabled}
            autoComplete="off"
            onChange={({ target }) => set(index, { code: target.value })}
          />
          即
          <Select
            className="model-type"
            aria-label={`第 ${index + 1} 项事件的告警类型`}
            value={event.type}
            options={options}
            disabled={disabled}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(type: ModelEvent['type']) => set(index, { type })}
          />
          <Button
            kind="icon"
            className="ml-auto text-text3"
            size={24}
            aria-label={`删除第 ${index + 1} 项事件`}
            disabled={disabled}
            onClick={({ currentTarget }) => {
              focusNextRow(currentTarget);
              onChange(list.filter((_one, place) => place !== index));
            }}
          >
            <X size={14} aria-hidden />
          </Button>
        </div>
      ))}
      <Button kind="link" disabled={disabled} onClick={() => onChange([...list, { code: '', type: 'sos' }])}>
        <Plus size={14} aria-hidden /> 加一项事件
      </Button>
    </fieldset>
  );
}
