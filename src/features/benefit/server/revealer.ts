import { notFound } from '#server/core/problem.ts';
import { hasPermission } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Revealer } from '#server/feature/revealer.ts';
import { numberOf } from './benefit.ts';

/** Reveals a benefit's number for viewers with the customer list permission, within the scope. */
const benefitRevealer: Revealer = {
  object: 'benefit',
  fields: ['number'],
  async find(viewer, id) {
    const row = await db
      .selectFrom(scoped(viewer, 'customer'))
      .innerJoin('benefit', 'benefit.customerId', 'customer.id')
      .select(['benefit.numberCipher', 'customer.projectId'])
      .where('benefit.id', '=', id)
      .where('benefit.deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row || !hasPermission(viewer, 'customer:list')) throw notFound('权益与证件');
    return { projectId: row.projectId, exempt: false, read: () => numberOf(row) };
  },
};

export default [benefitRevealer];
