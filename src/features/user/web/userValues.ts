import type { FormValues } from '#web/form/types.ts';
import type { UserRow } from './columns.tsx';

/** Emptied in the form, these are emptied in the account. */
const optional = ['email', 'post', 'jobNumber', 'extension', 'expiresAt', 'projectIds', 'remark'] as const;

/** What the form opens with; `portrait` is the address of the present picture. */
export function valuesOf(row: UserRow, portrait: string | undefined): FormValues {
  const { id, version, account, name, mobile, departmentId, gender } = row;
  const rest = Object.fromEntries(optional.map((field) => [field, row[field] ?? undefined]));
  const roleIds = row.roles.map((role) => role.id);
  const extraDepartmentIds = row.extraDepartments.map((one) => one.id);
  const places = { departmentId, extraDepartmentIds, roleIds };
  return { id, version, account, name, mobile: mobile ?? '', ...places, gender, ...rest, avatar: portrait };
}

/** The input of editUser: a field that the form leaves out is emptied, a portrait that was removed too. */
export function changesOf(values: FormValues, avatar: unknown): FormValues {
  const emptied = Object.fromEntries(
    optional.filter((field) => values[field] === undefined).map((field) => [field, null]),
  );
  return { ...emptied, extraDepartmentIds: [], ...values, ...(avatar === undefined ? { avatar: null } : {}) };
}

/** The rules of the contract for the form, whose picture is an address until it is stored. */
export function withPortrait(schema: object): object {
  const { properties } = schema as { properties: object };
  return { ...schema, properties: { ...properties, avatar: { type: 'string' } } };
}
