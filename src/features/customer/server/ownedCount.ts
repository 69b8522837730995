import type { Placed } from '#server/feature/ownedCounts.ts';

const placed: Placed = {
  name: 'customers',
  table: 'customer',
  noun: '客户',
  sort: 20,
  list: '/customer/list?departmentId=',
};
export default placed;
