import { sql } from 'kysely';
import {
  aDayAhead,
  type Due,
  localToday,
  maxPerRun,
  notReminded,
  type Purpose,
} from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';
import { consentPurposes } from '#shared/codes.ts';

interface Ending {
  id: string;
  customerId: string;
  name: string;
  purpose: Purpose;
  until: string;
  days: number;
}

/** Returns consents of served customers that end within 30 days without a successor: one reminder each. */
export async function consentsDue(): Promise<Due[]> {
  const rows = await db.rows(sql<Ending>`
    select k.id::text, customer.id::text as "customerId", customer.name, k.purpose, k.until::text, k.until - ${localToday} as days
    from consent k join customer on customer.id = k.customer_id and customer.deleted_at is null
      and customer.service_state not in ('ended', 'deceased')
    where k.withdrawn_at is null and k.until between ${aDayAhead} - 3 and ${aDayAhead} + 30
      and k.until between ${localToday} and ${localToday} + 30 and ${notReminded('consent', sql`k.id`, sql`'30'`)}
      and not exists (select 1 from consent n where n.customer_id = k.customer_id and n.purpose = k.purpose and n.id <> k.id
        and n.withdrawn_at is null and (n.until is null or (n.until, n.id) > (k.until, k.id)))
    order by k.until, k.id limit ${maxPerRun}`);
  return rows.map(({ id, customerId, name, purpose, until, days }) => {
    const purposeLabel = consentPurposes[purpose];
    const when = days === 0 ? '今天' : ` ${days} 天后`;
    return {
      kind: 'consent',
      subjectId: id,
      step: '30',
      customerId,
      title: `「${name}」的${purposeLabel}同意${when}到期`,
      content: `「${name}」对${purposeLabel}的知情同意有效期至 ${until}，${when.trim()}到期。到期后不再生效，请联系本人或家属续签，并在档案的「同意与证件」里新增。`,
    };
  });
}
