import { sql } from 'kysely';
import { type Due, maxPerRun, notReminded } from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import { leaveKinds } from '#shared/codes.ts';

interface Late {
  id: string;
  customerId: string;
  name: string;
  kind: keyof typeof leaveKinds;
  until: string;
}

/** Returns overdue leaves: 外出 after an hour, all others after a day; one reminder each. */
export async function leavesDue(): Promise<Due[]> {
  const rows = await db.rows(sql<Late>`
    select l.id::text, customer.id::text as "customerId", customer.name, l.kind,
      to_char(l.expected_return at time zone ${zoneOf('customer.projectId')}, 'MM-DD HH24:MI') as until
    from customer_leave l join customer on customer.id = l.customer_id and customer.deleted_at is null
    where l.returned_at is null and l.expected_return < now() - interval '1 hour'
      and (l.kind = 'outing' or l.expected_return < now() - interval '1 day') and ${notReminded('leave', sql`l.id`, sql`'overdue'`)}
    order by l.expected_return, l.id limit ${maxPerRun}`);
  return rows.map(({ id, customerId, name, kind, until }) => ({
    kind: 'leave',
    subjectId: id,
    step: 'overdue',
    customerId,
    title: `「${name}」${leaveKinds[kind]}超时未归`,
    content: `「${name}」${leaveKinds[kind]}，预计 ${until} 返回，现在还没有销假。请联系本人或陪同人确认；已经回来的请销假。`,
  }));
}
