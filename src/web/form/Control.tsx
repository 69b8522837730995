import { DatePicker, Input, InputNumber, Radio, Select, Switch, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import { Lock } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { fromWall, toWall } from '#web/data/wallTime.ts';
import { PictureUpload } from './fields/PictureUpload.tsx';
import { squarePicture } from './fields/picture.ts';
import { RowsField } from './fields/RowsField.tsx';
import { treeChoices } from './treeChoice.ts';
import type { ControlProps, Field } from './types.ts';

/**
 * Draws the control of a field kind. Values are plain: texts, numbers, booleans, lists, days as YYYY-MM-DD, instants as
 * ISO.
 */
export function Control({ field, ...props }: ControlProps & { field: Field }) {
  switch (field.kind) {
    case 'text':
    case 'phone':
    case 'idNo':
      return <TextControl field={field} {...props} />;
    case 'textarea':
      return <TextAreaControl field={field} {...props} />;
    case 'lines':
      return <LinesControl field={field} {...props} />;
    case 'number':
      return <NumberControl field={field} {...props} />;
    case 'select':
    case 'multi':
      return <SelectControl field={field} {...props} />;
    case 'radio':
      return <RadioControl field={field} {...props} />;
    case 'switch':
      return <SwitchControl field={field} {...props} />;
    case 'date':
    case 'datetime':
      return <DateControl field={field} {...props} />;
    case 'tree':
      return <TreeControl field={field} {...props} />;
    case 'image':
      return (
        <PictureUpload
          {...props}
          name="图片"
          hint="自动裁成正方形。"
          upload={async (file) => field.upload(await squarePicture(file))}
          show={(path) => <img src={path} alt="已选的图片" />}
        />
      );
    case 'rows':
      return <RowsField field={field} draw={Control} {...props} />;
    default:
      return field.control(props);
  }
}

type Of<K extends Field['kind']> = ControlProps & { field: Extract<Field, { kind: K }> };

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));
const lock = <Lock size={13} className="text-text3" aria-hidden />;
/** Returns undefined for an empty value. */
const orNothing = <T,>(value: unknown) => (value === undefined || value === '' ? undefined : (value as T));

function TextControl({ field, value, onChange, disabled, attributes }: Of<'text' | 'phone' | 'idNo'>) {
  const limits = { text: field.kind === 'text' ? field.maxLength : undefined, phone: 20, idNo: 22 };
  return (
    <Input
      {...attributes}
      value={text(value)}
      disabled={disabled}
      inputMode={field.kind === 'phone' ? 'tel' : undefined}
      autoComplete="off"
      maxLength={limits[field.kind]}
      placeholder={field.placeholder}
      suffix={disabled ? lock : <span />}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function TextAreaControl({ field, value, onChange, disabled, attributes }: Of<'textarea'>) {
  return (
    <Input.TextArea
      {...attributes}
      value={text(value)}
      disabled={disabled}
      rows={field.rows ?? 3}
      count={{ show: true, max: field.maxLength, strategy: (typed) => [...typed].length }}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function LinesControl({ field, value, onChange, disabled, attributes }: Of<'lines'>) {
  return (
    <Input.TextArea
      {...attributes}
      value={Array.isArray(value) ? value.join('\n') : ''}
      disabled={disabled}
      rows={field.rows ?? 3}
      onChange={({ target }) => onChange(target.value.split('\n'))}
    />
  );
}

function NumberControl({ field, value, onChange, disabled, attributes }: Of<'number'>) {
  return (
    <InputNumber
      {...attributes}
      value={orNothing<number>(value)}
      disabled={disabled}
      precision={field.decimals ?? 0}
      placeholder={field.placeholder}
      suffix={disabled ? lock : field.unit}
      changeOnWheel={false}
      onChange={(number) => onChange(number ?? undefined)}
    />
  );
}

/** Clears a choice on Delete while nothing is searched: the clear button is not reachable by Tab. */
const clearOnDelete = (onChange: ControlProps['onChange']) => (event: KeyboardEvent<HTMLElement>) => {
  const { target } = event;
  if (event.key === 'Delete' && target instanceof HTMLInputElement && target.value === '') onChange(undefined);
};

function SelectControl({ field, value, onChange, disabled, attributes }: Of<'select' | 'multi'>) {
  return (
    <Select
      {...attributes}
      mode={field.kind === 'multi' ? 'multiple' : undefined}
      value={orNothing(value)}
      disabled={disabled}
      options={[...field.options]}
      suffixIcon={disabled ? lock : undefined}
      placeholder={field.placeholder ?? '请选择'}
      allowClear={!field.required}
      showSearch={{ optionFilterProp: 'label' }}
      onInputKeyDown={field.required || field.kind === 'multi' ? undefined : clearOnDelete(onChange)}
      onChange={(selected: unknown) => onChange(selected)}
    />
  );
}

function RadioControl({ field, value, onChange, disabled, attributes }: Of<'radio'>) {
  const { id, ...aria } = attributes;
  return (
    <Radio.Group
      id={id}
      {...aria}
      aria-label={field.label}
      name={id}
      value={value}
      disabled={disabled}
      options={[...field.options]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function SwitchControl({ field, value, onChange, disabled, attributes }: Of<'switch'>) {
  const [on, off] = field.labels ?? ['是', '否'];
  return (
    <span className="form-switch">
      <Switch {...attributes} checked={value === true} disabled={disabled} onChange={onChange} />
      {value === true ? on : off}
    </span>
  );
}

function DateControl({ field, value, onChange, disabled, attributes }: Of<'date' | 'datetime'>) {
  const withTime = field.kind === 'datetime';
  // An instant is shown in the screens' time zone, whatever zone the computer has.
  const read = withTime ? toWall : dayjs;
  return (
    <DatePicker
      {...attributes}
      value={value ? read(String(value)) : null}
      disabled={disabled}
      suffixIcon={disabled ? lock : undefined}
      showTime={withTime ? { format: 'HH:mm' } : undefined}
      format={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      placeholder={withTime ? '选择时间' : '选择日期'}
      disabledDate={field.latest === 'today' ? (day) => day.isAfter(dayjs(), 'day') : undefined}
      onChange={(day) => onChange(withTime ? day && fromWall(day) : day?.format('YYYY-MM-DD'))}
    />
  );
}

function TreeControl({ field, value, onChange, disabled, attributes }: Of<'tree'>) {
  // The record's original value stays available after another choice.
  const [had] = useState(value);
  const choices = useMemo(
    () =>
      treeChoices(
        field.options,
        [had, value].flat().filter((id) => typeof id === 'string'),
      ),
    [field.options, had, value],
  );
  return (
    <TreeSelect
      {...attributes}
      value={orNothing(value)}
      disabled={disabled}
      treeData={choices}
      suffixIcon={disabled ? lock : undefined}
      multiple={field.multiple}
      treeDefaultExpandAll
      allowClear={!field.required}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={field.placeholder ?? '请选择'}
      onChange={(selected: unknown) => onChange(selected)}
    />
  );
}
