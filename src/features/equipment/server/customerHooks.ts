import { sql } from 'kysely';
import type { CustomerHooks, NewOwnership } from '#features/customer/server/service.ts';
import { reserveQuota } from '#features/project/server/service.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { covered } from './figures.ts';
import { lockRows } from './lockEquipment.ts';
import { place } from './move.ts';
import { onlineIs } from './online.ts';
import { clearStoredPositions } from './positions.ts';

/**
 * Moves devices with their customers: into the project, because both must be in one, and into the department if they
 * were in the customer's.
 */
async function follow(
  tx: Db,
  customerIds: readonly string[],
  { projectId, departmentId }: NewOwnership,
): Promise<void> {
  const devices = await tx.rows(sql<{ id: string; home: string }>`
    select e.id::text, c.department_id::text as home from equipment e join customer c on c.id = e.customer_id
    where e.customer_id = any(${bigints(customerIds)}) and e.deleted_at is null`);
  const homes = new Map(devices.map(({ id, home }) => [id, home]));
  const rows = (await lockRows(tx, [...homes.keys()])).filter(
    ({ customerId }) => customerId && customerIds.includes(customerId),
  );
  const idsOf = (of: typeof rows) => of.map(({ id }) => id);
  const coming = rows.filter((row) => projectId !== undefined && row.projectId !== projectId);
  if (projectId && coming.length > 0) {
    await reserveQuota(tx, projectId, 'equipment', coming.length);
    await place(tx, idsOf(coming), { projectId });
  }
  const near = rows.filter((row) => row.departmentId === homes.get(row.id));
  if (departmentId) await place(tx, idsOf(near), { departmentId });
}

/** Hooks that count, filter and move customers' devices. */
const hooks: CustomerHooks = {
  async figures(ids) {
    return db.rows(sql<{ id: string; equipmentCount: number; onlineCount: number }>`
      select e.customer_id::text as id, count(*)::int as "equipmentCount", count(*) filter (where s.online)::int as "onlineCount"
      from equipment e left join device_state s on s.device_id = e.id
      where e.customer_id = any(${bigints(ids)}) and e.deleted_at is null group by e.customer_id`);
  },
  filterWhere: ({ equipmentSn, hasEquipment, equipmentOnline }) => [
    equipmentSn?.trim()
      ? sql`customer.id in (select e.customer_id from equipment e where e.deleted_at is null and e.sn = ${equipmentSn.trim()})`
      : undefined,
    hasEquipment === undefined ? undefined : sql`${covered} = ${hasEquipment}`,
    equipmentOnline?.length
      ? sql`customer.id in (
          select e.customer_id from equipment e join model m on m.id = e.model_id left join device_state s on s.device_id = e.id
          where e.deleted_at is null and e.customer_id is not null and ${onlineIs(sql.ref('e.gateway_id'), equipmentOnline)})`
      : undefined,
  ],
  async afterConsentWithdrawn({ tx }, { id, purpose, at }) {
    if (purpose === 'location') await clearStoredPositions(tx, id, at);
  },
  beforeMove: ({ tx }, ids, to) => follow(tx, ids, to),
  // Locks the state rows: a device message is stored before the merge, or after it for the kept customer.
  async beforeMerge({ tx }, { from, to }) {
    await sql`
      select 1 from device_state s where s.device_id in (select e.id from equipment e where e.customer_id in (${from}, ${to}))
      order by s.device_id for update`.execute(tx);
  },
};
export default hooks;
