import type { Selectable } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import { hasPermission } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import type { Revealer } from '#server/feature/revealer.ts';
import { benefitRevealer } from './benefitRevealer.ts';
import { canUnmaskFor, isHandlerOf } from './customerHooks.ts';
import { decryptEntryNote, decryptIdNo } from './identity.ts';

type Shown = 'idNoCipher' | 'entryCipher' | 'street' | 'community' | 'address' | 'mobile' | 'phone';

/** ID number, phones, address and the way in of a person in scope, for whoever may see the list of them or has an open alarm of theirs. */
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
      return decryptEntryNote(row);
    case 'address':
      return [row.street, row.community, row.address].filter(Boolean).join(' ') || null;
    // The lists show the landline where there is no mobile number.
    case 'mobile':
      return row.mobile ?? row.phone;
    default:
      return row.phone;
  }
}

export default [revealer, benefitRevealer];
