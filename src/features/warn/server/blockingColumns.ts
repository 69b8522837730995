import type { BlockingColumn } from '#server/feature/blockingReferences.ts';

const blockingColumns: BlockingColumn[] = [
  { to: 'customer', table: 'warn', column: 'customer_id', reason: '已有告警记录' },
  { to: 'user', table: 'warn_step', column: 'user_id', reason: '处理过告警' },
];
export default blockingColumns;
