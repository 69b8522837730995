import type { Refers } from '#server/feature/refers.ts';

const refers: Refers[] = [
  { to: 'customer', table: 'customer_leave', column: 'customer_id', reason: '已有请假记录，没有撤销' },
  { to: 'customer', table: 'customer_leaving', column: 'customer_id', reason: '已有退住手续，没有撤销' },
];
export default refers;
