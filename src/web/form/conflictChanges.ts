import { statuses } from '#shared/codes.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { fullTime, missing } from '#web/data/format.ts';
import { isRows } from './rows.ts';
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

/** Returns whether the row was enabled or disabled from the list; many forms have no field for that. */
const switched = ({ changes }: Conflict) =>
  changes.some((change) => change.field === 'status' && String(change.new) in statuses);

/** Returns the changes of fields that the form shows, with its labels; internal columns are left out. */
export function changesIn(conflict: Conflict, fields: readonly Field[]): ConflictChange[] {
  const held = fields.some(({ field }) => field === status.field);
  return [...fields, ...(!held && switched(conflict) ? [status] : [])].flatMap((field) => {
    const change = conflict.changes.find(
      (candidate) => candidate.field === field.field || field.columns?.includes(candidate.field),
    );
    return change ? [{ field, old: valueText(field, change.old), new: valueText(field, change.new) }] : [];
  });
}

/** Placeholder for a value that only its own control can show, e.g. a picture or a list of files. */
const inForm = '见表单';

function listText(field: Field, items: readonly unknown[]): string {
  if (isRows(field)) return `${items.length} ${field.measure}${field.rowLabel}`;
  return items.map((item) => valueText(field, item)).join('、') || missing;
}

/** Returns the text of a field's value: labels of options, yes and no, instants in the screens' time zone. */
export function valueText(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return missing;
  if (field.describe) return field.describe(value);
  if (field.kind === 'custom') return inForm;
  if (Array.isArray(value)) return listText(field, value);
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
