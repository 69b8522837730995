import type { Placed } from '#server/feature/ownedCounts.ts';

const placed: Placed = {
  name: 'equipment',
  table: 'equipment',
  noun: '设备',
  sort: 30,
  list: '/equipment/list?departmentId=',
};
export default placed;
