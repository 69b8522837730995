import { sql } from 'kysely';
import { aDayAhead, type Due, localToday, maxPerRun, notReminded } from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';

interface Coming {
  id: string;
  customerId: string;
  name: string;
  nextDate: string;
  days: number;
  step: string;
}

/** A new day starts the reminder again. */
const step = sql`p.next_date::text`;

/**
 * Returns the next examinations of served customers that are due within 7 days: one reminder each. One that was made
 * meanwhile needs none.
 */
export async function physicalsDue(): Promise<Due[]> {
  const rows = await db.rows(sql<Coming>`
    select p.id::text, customer.id::text as "customerId", customer.name, p.next_date::text as "nextDate", p.next_date - ${localToday} as days, ${step} as step
    from physical p join customer on customer.id = p.customer_id and customer.deleted_at is null
      and customer.service_state not in ('ended', 'deceased')
    where p.status in ('done', 'reviewed') and p.next_date between ${aDayAhead} - 3 and ${aDayAhead} + 7
      and p.next_date between ${localToday} and ${localToday} + 7 and ${notReminded('physical', sql`p.id`, step)}
      and not exists (
        select 1 from physical n where n.customer_id = p.customer_id and n.status in ('done', 'reviewed') and (n.date, n.id) > (p.date, p.id))
    order by p.next_date, p.id limit ${maxPerRun}`);
  return rows.map(({ id, customerId, name, nextDate, days, step }) => {
    const when = days === 0 ? '今天' : ` ${days} 天后`;
    return {
      ...{ kind: 'physical' as const, subjectId: id, step, customerId },
      title: `「${name}」${when}到体检日期`,
      content: `「${name}」的下次体检定在 ${nextDate}。请联系本人或家属安排体检，完成后在「体检」里录入。`,
    };
  });
}
