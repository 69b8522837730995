import type { Selectable } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import { hasPermission } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import type { Revealer } from '#server/feature/revealer.ts';
import { benefitRevealer } from './benefitRevealer.ts';
import { canUnmaskFor, isHandlerOf } from './customerHooks.ts';
import { decryptIdNo } from './identity.ts';

type Shown = 'idNoCipher' | 'entryCipher' | 'street' | 'community' | 'address' | 'mobile' | 'phone';

/**
 * Reveals ID number, phones, address and entry note of a customer in scope, for viewers with the list permission or an
 * open alarm of the customer.
 */
const revealer: Revealer = {
  object: 'customer',
  fields: ['idNo', 'mobile', 'phone', 'address', 'entryNote'],
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

function shownOf(row: Pick<Selectable<Customer>, Shown>, field: string): string | null {
  switch (field) {
    case 'idNo':
      return decryptIdNo(row);
    case 'entryNote':
      return decrypted(row.entryCipher);
    case 'address':
      return [row.street, row.community, row.address].filter(Boolean).join(' ') || null;
    // Lists show the landline if there is no mobile number.
    case 'mobile':
      return row.mobile ?? row.phone;
    default:
      return row.phone;
  }
}

export default [revealer, benefitRevealer];
