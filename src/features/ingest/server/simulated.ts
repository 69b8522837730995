import { sql } from 'kysely';
import type { Simulated } from '#server/boot/simulator.ts';
import { db } from '#server/db/db.ts';

/** Demo watches for the simulator, and the count of open demo warns. */
const simulated: Simulated = {
  async watches() {
    return db.rows(sql<{ number: string; lat: number; lng: number }>`
      select i.number, coalesce(c.lat, 28.935) as lat, coalesce(c.lng, 118.885) as lng from equipment e
      join equipment_identifier i on i.equipment_id = e.id and i.protocol = 'watch' left join customer c on c.id = e.customer_id
      where e.demo and e.deleted_at is null order by e.id limit 40`);
  },
  async countOpenWarns() {
    const row = await db.row(sql<{ n: number }>`
      select count(*)::int as n from warn where demo and status in ('pending', 'handling')`);
    return row?.n ?? 0;
  },
};
export default simulated;
