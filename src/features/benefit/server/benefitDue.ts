import { sql } from 'kysely';
import { aDayAhead, type Due, localToday, maxPerRun, notReminded } from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';
import { benefitKinds } from '../contract.ts';

interface Ending {
  id: string;
  customerId: string;
  name: string;
  kind: keyof typeof benefitKinds;
  until: string;
  days: number;
  step: string;
}

/** A new last day starts the reminders again. */
const step = sql`(case when b.until - ${localToday} <= 7 then '7' else '30' end) || ':' || b.until::text`;

/** Returns benefits of served customers that end within 30 days, and again within 7: one reminder each. */
export async function benefitsDue(): Promise<Due[]> {
  const rows = await db.rows(sql<Ending>`
    select b.id::text, customer.id::text as "customerId", customer.name, b.kind, b.until::text, b.until - ${localToday} as days, ${step} as step
    from benefit b join customer on customer.id = b.customer_id and customer.deleted_at is null
      and customer.service_state not in ('ended', 'deceased')
    where b.deleted_at is null and b.until between ${aDayAhead} - 3 and ${aDayAhead} + 30
      and b.until between ${localToday} and ${localToday} + 30 and ${notReminded('benefit', sql`b.id`, step)}
    order by b.until, b.id limit ${maxPerRun}`);
  return rows.map(({ id, customerId, name, kind, until, days, step }) => {
    const when = days === 0 ? '今天' : ` ${days} 天后`;
    return {
      kind: 'benefit',
      subjectId: id,
      step,
      customerId,
      title: `「${name}」的${benefitKinds[kind]}${when}到期`,
      content: `「${name}」的${benefitKinds[kind]}有效期至 ${until}，${when.trim()}到期。请协助办理续期，并在档案的「同意与证件」里更新截止日期。`,
    };
  });
}
