import type { Selectable } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import { hasPermission } from '#server/core/viewer.ts';
import { storedValues } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import type { Revealer } from '#server/feature/revealer.ts';
import type { Fields } from '#shared/resourceField.ts';
import { customer } from '../../contract/fields.ts';
import { canUnmaskFor, isHandlerOf } from '../customerHooks.ts';

const sensitive = Object.entries(customer.fields as Fields).filter(([, field]) => field.sensitive);

/**
 * Reveals ID number, phones, address and entry note of a customer in scope, for viewers with the list permission or an
 * open alarm of the customer.
 */
const revealer: Revealer = {
  object: 'customer',
  fields: sensitive.map(([key]) => key),
  async find(viewer, id) {
    const row = await db
      .selectFrom(scoped(viewer, 'customer'))
      .selectAll()
      .where('customer.id', '=', id)
      .executeTakeFirst();
    if (!row || !(hasPermission(viewer, 'customer:list') || (await canUnmaskFor(viewer, id)))) throw notFound('客户');
    return {
      projectId: row.projectId,
      exempt: await isHandlerOf(viewer, id),
      read: (field) => shownOf(row, field),
    };
  },
};

function shownOf(row: Selectable<Customer>, field: string): string | null {
  if (field === 'address') return [row.street, row.community, row.address].filter(Boolean).join(' ') || null;
  // Lists show the landline if there is no mobile number.
  if (field === 'mobile') return row.mobile ?? row.phone;
  const values: Readonly<Record<string, unknown>> = storedValues(customer, row, [
    field as keyof typeof customer.fields,
  ]);
  return (values[field] as string | null | undefined) ?? null;
}

export default [revealer];
