import type { FormValues } from '#web/form/types.ts';
import type { Choice } from './choice.ts';

const fields = ['regionCode', 'address', 'livingState', 'projectId', 'responsibleId'] as const;

/** Values that the form has taken from a department's defaults. */
type AppliedDefaults = FormValues & { departmentId?: unknown };

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * Applies the chosen department's defaults to a new customer. Values entered by the user stay; defaults of the previous
 * department are replaced.
 */
export function withDepartment(values: FormValues, choice: Choice): FormValues {
  const applied = (values.taken ?? {}) as AppliedDefaults;
  const defaults = choice.defaults.find(({ departmentId }) => departmentId === values.departmentId);
  if (!defaults || applied.departmentId === values.departmentId) return values;
  const replaced = fields.filter((field) => isEmpty(values[field]) || values[field] === applied[field]);
  const brought = Object.fromEntries(replaced.map((field) => [field, defaults[field] ?? undefined]));
  return { ...values, ...brought, taken: { departmentId: defaults.departmentId, ...brought } };
}
