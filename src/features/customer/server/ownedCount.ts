import type { OwnedCount } from '#server/feature/ownedCounts.ts';

const ownedCount: OwnedCount = {
  name: 'customers',
  table: 'customer',
  rowLabel: '客户',
  sort: 20,
  list: '/customer/list?departmentId=',
};
export default ownedCount;
