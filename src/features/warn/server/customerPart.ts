import { sql } from 'kysely';
import type { CustomerPart } from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { hasInHand, seesOpenWarnOf } from './access.ts';
import { personEntered } from './served.ts';

/** The open alarms of people, and what somebody may see for one. */
const part: CustomerPart = {
  async figures(ids) {
    const found = await sql<{ id: string; openWarnCount: number; warnCount30: number }>`
      select customer_id::text as id, count(*) filter (where status in ('pending', 'handling'))::int as "openWarnCount",
        count(*) filter (where created_at > now() - interval '30 days' and not test)::int as "warnCount30" from warn
      where customer_id = any(${bigints(ids)}) and family <> 'device'
        and (status in ('pending', 'handling') or created_at > now() - interval '30 days') group by customer_id`.execute(
      db,
    );
    return found.rows;
  },
  selects: ({ warnWithinDays }) => [
    warnWithinDays === undefined
      ? undefined
      : sql`customer.id in (select w.customer_id from warn w where w.family <> 'device' and not w.test
          and w.created_at > now() - make_interval(days => ${warnWithinDays}))`,
  ],
  opens: seesOpenWarnOf,
  inHand: hasInHand,
  entered: (change, _viewer, person) => personEntered(change, person),
};
export default part;
