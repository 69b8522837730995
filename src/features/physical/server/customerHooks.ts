import { sql } from 'kysely';
import type { CustomerHooks, MergedPair } from '#features/customer/server/service.ts';
import { dropExaminationFollowUps } from '#features/followUp/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { withdrawReadings } from './act/readings.ts';
import type { StoredPhysical } from './act/record.ts';
import { physicalsDue } from './physicalsDue.ts';

const reason = '合并客户：同日同机构已有一份体检';

/**
 * Returns those of either person that the other has of the same day and institution: the less far of the two, of equal
 * ones the merged person's.
 */
const twiceOf = (tx: Db, { from, to }: MergedPair) =>
  tx.rows(sql<Pick<StoredPhysical, 'id' | 'customerId' | 'readingAt' | 'readingSource'>>`
    with rated as (
      select p.*, case p.status when 'reviewed' then 3 when 'done' then 2 else 1 end as rank
      from physical p where p.customer_id in (${from}, ${to}) and p.status <> 'void')
    select l.id::text, l.customer_id::text as "customerId", l.reading_at as "readingAt", l.reading_source::text as "readingSource"
    from rated l join rated w on w.date = l.date and w.org_id = l.org_id and w.customer_id <> l.customer_id
    where w.rank > l.rank or w.rank = l.rank and l.customer_id = ${from}
    order by l.id`);

/**
 * Hooks for the examinations of a customer: reminders of the next one; follow-ups are dropped when the service is over; of
 * one day and institution that both have, one is voided with its readings.
 */
const hooks: CustomerHooks = {
  due: physicalsDue,
  async afterStateChange({ tx }, viewer, { id, over }) {
    if (over) await dropExaminationFollowUps(tx, viewer, { customerId: id });
  },
  async beforeMerge({ tx }, pair) {
    const viewer = system('merge');
    for (const physical of await twiceOf(tx, pair)) {
      await tx
        .updateTable('physicalForm')
        .set({ voidReasonCipher: encrypt(reason) })
        .where('physicalId', '=', physical.id)
        .execute();
      await withdrawReadings(tx, viewer, { physical }, reason);
      await dropExaminationFollowUps(tx, viewer, { physicalId: physical.id });
      await tx.updateTable('physical').set({ status: 'void' }).where('id', '=', physical.id).execute();
    }
  },
};
export default hooks;
