import { sql } from 'kysely';
import type { OwnedCount } from '#server/feature/ownedCounts.ts';

/** Cards in no device; the others stand where their device does. */
const ownedCount: OwnedCount = {
  name: 'sims',
  table: 'sim',
  counted: sql`deleted_at is null and equipment_id is null`,
  rowLabel: '流量卡',
  sort: 35,
  list: '/equipment/list/sim?departmentId=',
};
export default ownedCount;
