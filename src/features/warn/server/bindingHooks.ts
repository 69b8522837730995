import { sql } from 'kysely';
import type { BindingHooks } from '#features/binding/server/service.ts';
import { bigints, texts } from '#server/db/values.ts';
import { ringsLate } from '#shared/codes.ts';

/** Names the open warns that ask for a confirmation before devices are unbound. */
const hooks: BindingHooks = {
  async openUrgentWarns(tx, ids) {
    return tx.rows(sql<{ id: string; no: string }>`
      select id::text, no from warn
      where (equipment_id = any(${bigints(ids)}) or customer_id in (select e.customer_id from equipment e where e.id = any(${bigints(ids)}))) and status in ('pending', 'handling')
        and (type = any(${texts(ringsLate)}) or type = 'health' and family = 'sos') and not (test and silent) order by created_at, warn.id`);
  },
};
export default hooks;
