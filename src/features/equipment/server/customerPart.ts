import { sql } from 'kysely';
import type { CustomerPart } from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { releaseAll } from './binding.ts';
import { onlineIs } from './online.ts';
import { forgetPlaces } from './places.ts';
import { tellReportingOf } from './reporting.ts';

/** Out of service: whoever it is bound to is without it. */
const away = sql`('repair', 'disabled', 'lost')`;
const hasOne = sql`exists (select 1 from equipment e where e.customer_id = customer.id and e.deleted_at is null and e.state not in ${away})`;

/** The devices of people, and how many of them are online. */
const part: CustomerPart = {
  async figures(ids) {
    const found = await sql<{ id: string; equipmentCount: number; onlineCount: number }>`
      select e.customer_id::text as id, count(*)::int as "equipmentCount", count(*) filter (where s.online)::int as "onlineCount"
      from equipment e left join device_state s on s.device_id = e.id
      where e.customer_id = any(${bigints(ids)}) and e.deleted_at is null group by e.customer_id`.execute(db);
    return found.rows;
  },
  selects: ({ equipmentSn, hasEquipment, equipmentOnline }) => [
    equipmentSn?.trim()
      ? sql`customer.id in (select e.customer_id from equipment e where e.deleted_at is null and e.sn = ${equipmentSn.trim()})`
      : undefined,
    hasEquipment === undefined ? undefined : sql`${hasOne} = ${hasEquipment}`,
    equipmentOnline?.length
      ? sql`customer.id in (
          select e.customer_id from equipment e join model m on m.id = e.model_id left join device_state s on s.device_id = e.id
          where e.deleted_at is null and e.customer_id is not null and ${onlineIs(sql.ref('e.gateway_id'), equipmentOnline)})`
      : undefined,
  ],
  async entered({ tx }, viewer, { id, state, unbind }) {
    if (unbind) await releaseAll(tx, viewer, id, state === 'deceased' ? '客户身故' : '服务终止');
  },
  async withdrawn({ tx }, { id, purpose, at }) {
    if (purpose !== 'location') return;
    await forgetPlaces(tx, id, at);
    await tellReportingOf(tx, id);
  },
  async agreed({ tx }, { id, purpose }) {
    if (purpose === 'location') await tellReportingOf(tx, id);
  },
  // A message of their devices is stored before, or after with the one who stays.
  async merged({ tx }, { from, to }) {
    await sql`
      select 1 from device_state s where s.device_id in (select e.id from equipment e where e.customer_id in (${from}, ${to}))
      order by s.device_id for update`.execute(tx);
  },
};
export default part;
