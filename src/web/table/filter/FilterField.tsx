import { Select } from 'antd';
// Only the plain input: the package's entry also loads search boxes, text areas and OTP inputs.
import Input from 'antd/es/input/Input';
import { Search } from 'lucide-react';
import type { Filter } from '../types.ts';
import type { ReloadMode } from '../useList.ts';
import { optionLabels, SelectedLabels } from './activeFilters.tsx';
import { choiceWidth, textPx, textWidth } from './filterWidth.ts';
import { LazyDates, LazyTree } from './LazyFilter.tsx';

type Values = Readonly<Record<string, string>>;

export type FilterFieldProps = {
  filter: Filter;
  values: Values;
  onChange: (patch: Record<string, string>, mode: ReloadMode) => void;
};

/** One control of the filter row; its label is inside the control. */
export function FilterField(props: FilterFieldProps) {
  const { filter } = props;
  switch (filter.kind) {
    case 'text':
      return <TextFilter {...props} filter={filter} />;
    case 'numbers':
      return <NumbersFilter {...props} filter={filter} />;
    case 'dates':
      return <LazyDates {...props} filter={filter} />;
    case 'tree':
      return <LazyTree {...props} filter={filter} />;
    case 'check':
      return <CheckFilter {...props} filter={filter} />;
    default:
      return <OptionFilter {...props} filter={filter} />;
  }
}

type Of<K extends Filter['kind']> = Omit<FilterFieldProps, 'filter'> & { filter: Extract<Filter, { kind: K }> };

function TextFilter({ filter, values, onChange }: Of<'text'>) {
  const value = values[filter.field] ?? '';
  return (
    <Input
      className="filter-control"
      style={textWidth(filter, value)}
      aria-label={filter.label}
      prefix={<Search size={14} aria-hidden />}
      placeholder={filter.placeholder ?? filter.label}
      maxLength={50}
      allowClear
      value={value}
      onChange={(event) => onChange({ [filter.field]: event.target.value }, event.type === 'click' ? 'now' : 'typed')}
    />
  );
}

function OptionFilter({ filter, values, onChange }: Of<'select' | 'multi'>) {
  const text = values[filter.field];
  const multiple = filter.kind === 'multi';
  const options = filter.options.map(({ value, label }) => ({ value: String(value), label }));
  const selectedLabels = optionLabels(filter, values);
  const common = {
    className: 'filter-control',
    style: choiceWidth(filter.width ?? (multiple ? 176 : 128), filter.label, selectedLabels),
    prefix: <span className="text-text3">{filter.label}</span>,
    'aria-label': filter.label,
    placeholder: '不限',
    allowClear: true,
    popupMatchSelectWidth: false,
    options,
  } as const;
  if (multiple) {
    return (
      <Select
        {...common}
        mode="multiple"
        maxTagCount={0}
        maxTagPlaceholder={<SelectedLabels labels={selectedLabels} />}
        value={text ? text.split(',') : []}
        onChange={(selected: string[]) => onChange({ [filter.field]: selected.join(',') }, 'now')}
      />
    );
  }
  return (
    <Select
      {...common}
      value={text || undefined}
      onChange={(selected: string | undefined) => onChange({ [filter.field]: selected ?? '' }, 'now')}
    />
  );
}

function CheckFilter({ filter, values, onChange }: Of<'check'>) {
  return (
    <label className="filter-check inline-flex items-center gap-1.5 h-8">
      <input
        type="checkbox"
        className="tick align-middle cursor-pointer flex-none bg-container rounded-sm border border-edge"
        checked={values[filter.field] === '1'}
        onChange={(event) => onChange({ [filter.field]: event.target.checked ? '1' : '' }, 'now')}
      />
      {filter.label}
    </label>
  );
}

function NumbersFilter({ filter, values, onChange }: Of<'numbers'>) {
  const from = values[filter.from] ?? '';
  const to = values[filter.to] ?? '';
  const reversed = from !== '' && to !== '' && Number(from) > Number(to);
  const box = (field: string, value: string, title: string) => (
    <input
      inputMode="numeric"
      aria-label={`${filter.label}${title}`}
      aria-invalid={reversed || undefined}
      placeholder="不限"
      style={{ width: Math.max(44, textPx(value) + 8) }}
      value={value}
      onChange={(event) => onChange({ [field]: event.target.value.replace(/[^\d.-]/g, '').slice(0, 9) }, 'typed')}
    />
  );
  return (
    <span
      className={`filter-range${reversed ? ' refused' : ''} inline-flex items-center gap-1 bg-container px-2 h-8 rounded-md border border-edge`}
      title={reversed ? '最大值须不小于最小值' : undefined}
    >
      <span className="text-text3">{filter.label}</span>
      {box(filter.from, from, '起')}
      <span aria-hidden>–</span>
      {box(filter.to, to, '止')}
    </span>
  );
}
