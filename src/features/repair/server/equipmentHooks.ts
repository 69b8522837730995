import { sql } from 'kysely';
import type { EquipmentHooks } from '#features/equipment/server/service.ts';
import { bigints } from '#server/db/values.ts';

/** States out of service, in which a repair may still be open. */
const out: readonly string[] = ['repair', 'disabled', 'lost'];

/** Ensures one open repair for a device in 维修中, for every way into the state; leaving the state finishes it. */
const hooks: EquipmentHooks = {
  async afterStateChange(tx, { by, devices, state, reason }) {
    const ids = devices.filter(({ from }) => state === 'repair' || out.includes(from)).map(({ id }) => id);
    if (state === 'repair')
      await sql`
        insert into repair (equipment_id, customer_id, fault, reported_by, created_by)
        select e.id, e.customer_id, ${reason}, (select u.name from "user" u where u.id = ${by}::bigint), nullif(${by}::bigint, 0)
        from equipment e where e.id = any(${bigints(ids)}) and not exists (
          select 1 from repair r where r.equipment_id = e.id and r.state in ('open', 'sent') and r.deleted_at is null)`.execute(
        tx,
      );
    else if (!out.includes(state))
      await sql`
        update repair set state = case when ${state} = 'scrapped' then 'scrapped' else 'repaired' end, closed_at = now(), result = coalesce(result, ${reason})
        where equipment_id = any(${bigints(ids)}) and state in ('open', 'sent') and deleted_at is null`.execute(tx);
  },
};
export default hooks;
