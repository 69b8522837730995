import { sql } from 'kysely';
import type { OwnedCount } from '#server/feature/ownedCounts.ts';

const ownedCount: OwnedCount = {
  name: 'warns',
  table: 'warn',
  counted: sql`status in ('pending', 'handling') and family <> 'health'`,
  rowLabel: '未结案告警',
  sort: 60,
  list: '/warn/sos?view=list&departmentId=',
};
export default ownedCount;
