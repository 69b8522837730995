import type { OwnedCount } from '#server/feature/ownedCounts.ts';

const ownedCount: OwnedCount = {
  name: 'equipment',
  table: 'equipment',
  rowLabel: '设备',
  sort: 30,
  list: '/equipment/list?departmentId=',
};
export default ownedCount;
