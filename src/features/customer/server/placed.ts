import { sql } from 'kysely';
import type { Placed } from '#server/feature/placed.ts';

const placed: Placed = {
  name: 'customers',
  table: 'customer',
  counted: sql`deleted_at is null`,
  noun: '客户',
  sort: 20,
  list: '/customer/list?departmentId=',
};
export default placed;
