import type { BlockingColumn } from '#server/feature/blockingReferences.ts';

const blockingColumns: BlockingColumn[] = [
  { to: 'customer', table: 'follow_up', column: 'customer_id', softDelete: true, reason: '有回访记录' },
];
export default blockingColumns;
