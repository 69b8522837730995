import { sql } from 'kysely';
import { aDayAhead, type Due, localToday, maxPerRun, notReminded } from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';

interface Late {
  id: string;
  name: string;
  since: string | null;
  returnDate: string;
  today: string;
  days: number;
}

/**
 * Returns paused customers with an expected return before today: reminded daily until the state or the date changes.
 */
export async function returnsDue(): Promise<Due[]> {
  const rows = await db.rows(sql<Late>`
    select customer.id::text, customer.name, customer.state_since::text as since, customer.return_date::text as "returnDate",
      ${localToday}::text as today, ${localToday} - customer.return_date as days
    from customer
    where customer.service_state = 'paused' and customer.deleted_at is null and customer.return_date < ${aDayAhead}
      and customer.return_date < ${localToday} and ${notReminded('return', sql`customer.id`, sql`${localToday}::text`)}
    order by customer.return_date, customer.id limit ${maxPerRun}`);
  return rows.map(({ id, name, since, returnDate, today, days }) => ({
    kind: 'return',
    subjectId: id,
    step: today,
    customerId: id,
    title: `「${name}」预计返回日期已过 ${days} 天`,
    content: `「${name}」${since ? `自 ${since} ` : ''}暂停服务，预计 ${returnDate} 返回，已过 ${days} 天。请联系确认，并恢复服务、调整预计返回日期或终止服务；办理之前每天提醒一次。期间 SOS 照常响铃。`,
  }));
}
