import { sql } from 'kysely';
import type { CustomerPart } from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { hasInHand, seesOpenWarnOf } from './access.ts';

/** The open alarms of people, and what somebody may see for one. */
const part: CustomerPart = {
  async figures(ids) {
    const found = await sql<{ id: string; openWarnCount: number }>`
      select customer_id::text as id, count(*)::int as "openWarnCount" from warn
      where customer_id = any(${bigints(ids)}) and family <> 'device' and status in ('pending', 'handling') group by customer_id`.execute(
      db,
    );
    return found.rows;
  },
  opens: seesOpenWarnOf,
  inHand: hasInHand,
};
export default part;
