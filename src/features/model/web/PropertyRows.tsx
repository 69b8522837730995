import { Input, InputNumber, Select } from 'antd';
import { Plus, X } from 'lucide-react';
import type { ControlProps } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';
import type { ModelProperty } from '../contract.ts';
import { focusNextRow } from './focusNextRow.ts';

const accesses = [
  { value: 'r', label: '只读' },
  { value: 'rw', label: '可设' },
];

/** Returns the property with a changed field; an empty field is left out. */
function withValue(property: ModelProperty, key: keyof ModelProperty, value: unknown): ModelProperty {
  const { [key]: _old, ...rest } = property;
  return (value === '' || value === null || value === undefined ? rest : { ...rest, [key]: value }) as ModelProperty;
}

/** Returns a key by index: a row has no other identity. */
const rowKey = (index: number) => `row${index}`;

/** Editor of a model's properties, one per row: code, name, unit, bounds. */
export function PropertyRows({ value, onChange, disabled, attributes }: ControlProps) {
  const list = Array.isArray(value) ? (value as ModelProperty[]) : [];
  const set = (index: number, key: keyof ModelProperty, to: unknown) =>
    onChange(list.map((property, place) => (place === index ? withValue(property, key, to) : property)));
  const text = (property: ModelProperty, index: number, key: 'code' | 'name' | 'unit', label: string) => (
    <Input
      className={`model-${key}`}
      aria-label={`第 ${index + 1} 项属性的${label}`}
      placeholder={label}
      value={property[key] ?? ''}
      disabled={disabled}
      autoComplete="off"
      onChange={({ target }) => set(index, key, target.value)}
    />
  );
  const bound = (property: ModelProperty, index: number, key: 'min' | 'max', label: string) => (
    <InputNumber
      className="model-bound"
      aria-label={`第 ${index + 1} 项属性的${label}`}
      placeholder={label}
      value={property[key] ?? null}
      disabled={disabled}
      changeOnWheel={false}
      onChange={(to) => set(index, key, to)}
    />
  );
  return (
    <fieldset className="min-w-0 px-3 py-2 rounded-md border border-edge" {...attributes} aria-label="属性">
      {list.map((property, index) => (
        <div key={rowKey(index)} className="flex items-center flex-wrap gap-2 mb-2">
          {text(property, index, 'code', '代码')}
          {text(property, index, 'name', '名称')}
          {text(property, index, 'unit', '单位')}
          {bound(property, index, 'min', '下限')}
          {bound(property, index, 'max', '上限')}
          <Select
            className="model-access"
            aria-label={`第 ${index + 1} 项属性的读写`}
            value={property.access ?? 'r'}
            options={accesses}
            disabled={disabled}
            onChange={(access: string) => set(index, 'access', access)}
          />
          <Button
            kind="icon"
            className="ml-auto text-text3"
            size={24}
            aria-label={`删除第 ${index + 1} 项属性`}
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
      <Button kind="link" disabled={disabled} onClick={() => onChange([...list, { code: '' }])}>
        <Plus size={14} aria-hidden /> 加一项属性
      </Button>
    </fieldset>
  );
}
