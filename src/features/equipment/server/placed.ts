import { sql } from 'kysely';
import type { Placed } from '#server/feature/placed.ts';

const placed: Placed = {
  name: 'equipment',
  table: 'equipment',
  counted: sql`deleted_at is null`,
  noun: '设备',
  sort: 30,
  list: '/equipment/list?departmentId=',
};
export default placed;
