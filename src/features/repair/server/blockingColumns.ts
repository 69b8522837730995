import type { BlockingColumn } from '#server/feature/blockingReferences.ts';

const blockingColumns: BlockingColumn[] = [
  { to: 'customer', table: 'repair', column: 'customer_id', softDelete: true, reason: '有维修记录' },
];
export default blockingColumns;
