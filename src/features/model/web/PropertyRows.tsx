import { Input, InputNumber, Select } from 'antd';
import { Plus, X } from 'lucide-react';
import type { ControlProps } from '#web/form/types.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import type { ModelProperty } from '../contract.ts';
import { focusNextRow } from './focusNextRow.ts';

const accesses = [
  { value: 'r', label: '只读' },
  { value: 'rw', label: '可设' },
];

/** A field that was emptied is left out. */
function put(property: ModelProperty, key: keyof ModelProperty, value: unknown): ModelProperty {
  const { [key]: _old, ...rest } = property;
  return (value === '' || value === null || value === undefined ? rest : { ...rest, [key]: value }) as ModelProperty;
}

/** A row has no identity but its place. */
const placeOf = (at: number) => `row${at}`;

/** What a model measures or lets be set, one a row: code, name, unit, bounds. */
export function PropertyRows({ value, onChange, disabled, attributes }: ControlProps) {
  const list = Array.isArray(value) ? (value as ModelProperty[]) : [];
  const set = (at: number, key: keyof ModelProperty, to: unknown) =>
    onChange(list.map((one, place) => (place === at ? put(one, key, to) : one)));
  const text = (one: ModelProperty, at: number, key: 'code' | 'name' | 'unit', label: string) => (
    <Input
      className={`model-${key}`}
      aria-label={`第 ${at + 1} 项属性的${label}`}
      placeholder={label}
      value={one[key] ?? ''}
      disabled={disabled}
      autoComplete="off"
      onChange={({ target }) => set(at, key, target.value)}
    />
  );
  const bound = (one: ModelProperty, at: number, key: 'min' | 'max', label: string) => (
    <InputNumber
      className="model-bound"
      aria-label={`第 ${at + 1} 项属性的${label}`}
      placeholder={label}
      value={one[key] ?? null}
      disabled={disabled}
      changeOnWheel={false}
      onChange={(to) => set(at, key, to)}
    />
  );
  return (
    <fieldset className="slim pad-x-12 pad-y-8 round edged" {...attributes} aria-label="属性">
      {list.map((one, at) => (
        <div key={placeOf(at)} className="row wrap gap-8 below-8">
          {text(one, at, 'code', '代码')}
          {text(one, at, 'name', '名称')}
          {text(one, at, 'unit', '单位')}
          {bound(one, at, 'min', '下限')}
          {bound(one, at, 'max', '上限')}
          <Select
            className="model-access"
            aria-label={`第 ${at + 1} 项属性的读写`}
            value={one.access ?? 'r'}
            options={accesses}
            disabled={disabled}
            onChange={(access: string) => set(at, 'access', access)}
          />
          <IconButton
            size={24}
            className="push faint"
            aria-label={`删除第 ${at + 1} 项属性`}
            disabled={disabled}
            onClick={({ currentTarget }) => {
              focusNextRow(currentTarget);
              onChange(list.filter((_one, place) => place !== at));
            }}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <LinkButton disabled={disabled} onClick={() => onChange([...list, { code: '' }])}>
        <Plus size={14} aria-hidden /> 加一项属性
      </LinkButton>
    </fieldset>
  );
}
