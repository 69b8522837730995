import type { Refers } from '#server/feature/blockingReferences.ts';

const refers: Refers[] = [
  { to: 'customer', table: 'follow_up', column: 'customer_id', deletes: true, reason: '有回访记录' },
];
export default refers;
