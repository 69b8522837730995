import { sql } from 'kysely';
import type { OwnedCount } from '#server/feature/ownedCounts.ts';

/** Counts SIMs in no device; the others have the ownership of their device. */
const ownedCount: OwnedCount = {
  name: 'sims',
  table: 'sim',
  counted: sql`deleted_at is null and equipment_id is null`,
  rowLabel: '流量卡',
  sort: 35,
  list: '/equipment/list/sim?departmentId=',
};
export default ownedCount;
