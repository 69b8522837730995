import type { FormValues } from '#web/form/types.ts';
import type { Choice } from '../useCustomerFilters.ts';

const fields = ['regionCode', 'address', 'livingState', 'projectId', 'responsibleId'] as const;

/** What the form has taken over from a department. */
type AppliedDefaults = FormValues & { departmentId?: unknown };

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The values of a new customer with what the chosen department brings along. What the user has typed or chosen stays; what
 * came from the department before gives way.
 */
export function withDepartment(values: FormValues, choice: Choice): FormValues {
  const applied = (values.taken ?? {}) as AppliedDefaults;
  const defaults = choice.defaults.find(({ departmentId }) => departmentId === values.departmentId);
  if (!defaults || applied.departmentId === values.departmentId) return values;
  const replaced = fields.filter((field) => isEmpty(values[field]) || values[field] === applied[field]);
  const brought = Object.fromEntries(replaced.map((field) => [field, defaults[field] ?? undefined]));
  return { ...values, ...brought, taken: { departmentId: defaults.departmentId, ...brought } };
}
