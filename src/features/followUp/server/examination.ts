import { sql } from 'kysely';
import type { StoredCustomer } from '#features/customer/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';

/** A follow-up that an examination generated. */
interface ExaminationFollowUp {
  id: string;
  /** ISO. */
  due: string;
  /** The day of `due` in the zone of the customer's project. */
  day: string;
  state: 'open' | 'visit' | 'done';
}

/** Returns the newest follow-up of an examination that was not dropped. */
export async function examinationFollowUp(physicalId: string, tx: Db = db): Promise<ExaminationFollowUp | undefined> {
  return tx.row(sql<ExaminationFollowUp>`
    select f.id::text, f.state, f.due_at as due, (f.due_at at time zone ${zoneOf('customer.projectId')})::date::text as day
    from follow_up f join customer on customer.id = f.customer_id
    where f.physical_id = ${physicalId} and f.state <> 'dropped' and f.deleted_at is null order by f.id desc limit 1`);
}

/**
 * Adds a follow-up of an examination whose customer is locked, assigned to nobody: whoever calls for the desk takes it.
 * @param words what to speak about; stored encrypted
 * @param day YYYY-MM-DD in the customer's zone: due at 09:00, today not before now
 */
export async function addExaminationFollowUp(
  tx: Db,
  viewer: Viewer,
  {
    physicalId,
    customer,
    words,
    day,
  }: { physicalId: string; customer: Pick<StoredCustomer, 'id' | 'projectId' | 'demo'>; words: string; day: string },
): Promise<{ id: string; due: string }> {
  const zone = zoneOf(sql`${customer.projectId}::bigint`);
  return tx
    .insertInto('followUp')
    .values({
      ...{
        kind: 'request',
        customerId: customer.id,
        requestType: 'consult',
        requestCipher: encrypt(words),
        physicalId,
      },
      dueAt: sql<string>`greatest(now(), (${day}::date + time '09:00') at time zone ${zone})`,
      ...{ demo: customer.demo, createdBy: viewer.userId },
    })
    .returning(['id', 'dueAt as due'])
    .executeTakeFirstOrThrow();
}

/** Drops the open follow-ups of an examination that counts no more, or of all examinations of a customer. */
export async function dropExaminationFollowUps(
  tx: Db,
  viewer: Pick<Viewer, 'userId'>,
  of: { physicalId: string } | { customerId: string },
): Promise<void> {
  const open = tx.updateTable('followUp').where('state', 'in', ['open', 'visit']).where('physicalId', 'is not', null);
  const those =
    'physicalId' in of ? open.where('physicalId', '=', of.physicalId) : open.where('customerId', '=', of.customerId);
  await those.set({ state: 'dropped', doneAt: now, doneBy: viewer.userId }).execute();
}
