import type { FormValues } from '#web/form/types.ts';
import type { Choice } from '../useCustomerFilters.ts';

const fields = ['regionCode', 'address', 'livingState', 'projectId', 'responsibleId'] as const;

/** What the form has taken over from a department. */
type Taken = FormValues & { departmentId?: unknown };

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The values of a new customer with what the chosen department brings along. What the user has typed or chosen stays; what
 * came from the department before gives way.
 */
export function withDepartment(values: FormValues, choice: Choice): FormValues {
  const taken = (values.taken ?? {}) as Taken;
  const found = choice.defaults.find(({ departmentId }) => departmentId === values.departmentId);
  if (!found || taken.departmentId === values.departmentId) return values;
  const replaced = fields.filter((field) => isEmpty(values[field]) || values[field] === taken[field]);
  const brought = Object.fromEntries(replaced.map((field) => [field, found[field] ?? undefined]));
  return { ...values, ...brought, taken: { departmentId: found.departmentId, ...brought } };
}
