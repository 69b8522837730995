import { sql } from 'kysely';
import type { CustomerPart } from '#features/customer/server/service.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { onlineSql } from './cards.ts';
import { releaseAll } from './register.ts';

const hasOne = sql`exists (select 1 from equipment e where e.customer_id = customer.id and e.deleted_at is null)`;

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
          where e.deleted_at is null and e.customer_id is not null and ${onlineSql} = any(${equipmentOnline}))`
      : undefined,
  ],
  async entered({ tx }, viewer, { id, state, unbind }) {
    if (unbind) await releaseAll(tx, viewer, id, state === 'deceased' ? '客户身故' : '服务终止');
  },
};
export default part;
