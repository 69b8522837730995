import { sql } from 'kysely';
import type { Placed } from '#server/feature/ownedCounts.ts';

const placed: Placed = {
  name: 'warns',
  table: 'warn',
  counted: sql`status in ('pending', 'handling')`,
  noun: '未结案告警',
  sort: 60,
  list: '/warn/sos?view=list&departmentId=',
};
export default placed;
