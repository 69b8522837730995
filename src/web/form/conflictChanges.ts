import { statuses } from '#shared/codes.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { fullTime, missing } from '#web/data/format.ts';
import type { Conflict, Field, Option, TreeOption } from './types.ts';

interface ConflictChange {
  field: Field;
  old: string;
  new: string;
}

const status: Field = {
  kind: 'select',
  field: 'status',
  label: '状态',
  options: optionsOf(statuses),
};

/** Enabled or disabled by a switch in the list, which many a form does not hold. */
const switched = ({ changes }: Conflict) =>
  changes.some((change) => change.field === 'status' && String(change.new) in statuses);

/** The changes that a person knows from the form, in its words; what the product notes for itself is left out. */
export function changesIn(conflict: Conflict, fields: readonly Field[]): ConflictChange[] {
  const held = fields.some(({ field }) => field === status.field);
  return [...fields, ...(!held && switched(conflict) ? [status] : [])].flatMap((field) => {
    const change = conflict.changes.find(
      (candidate) => candidate.field === field.field || field.columns?.includes(candidate.field),
    );
    return change ? [{ field, old: valueText(field, change.old), new: valueText(field, change.new) }] : [];
  });
}

/** Stands for a value that only its own control can show: a picture, a list of files. */
const inForm = '见表单';

/** A value of a field as it is read: options by their labels, yes and no, instants by the screens' clock. */
export function valueText(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return missing;
  if (field.describe) return field.describe(value);
  if (field.kind === 'custom') return inForm;
  if (Array.isArray(value)) return value.map((item) => valueText(field, item)).join('、') || missing;
  if ('options' in field) return labelOf(field.options, value) ?? String(value);
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (field.kind === 'datetime') return fullTime(new Date(String(value)).toISOString());
  return typeof value === 'object' ? inForm : String(value);
}

function labelOf(options: readonly (Option | TreeOption)[], value: unknown): string | undefined {
  for (const option of options) {
    if (String(option.value) === String(value)) return 'label' in option ? option.label : option.title;
    const below = 'children' in option && option.children ? labelOf(option.children, value) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}
