import type { Refers } from '#server/feature/blockingReferences.ts';

const refers: Refers[] = [
  { to: 'customer', table: 'repair', column: 'customer_id', deletes: true, reason: '有维修记录' },
];
export default refers;
