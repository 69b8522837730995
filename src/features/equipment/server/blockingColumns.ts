import type { BlockingColumn } from '#server/feature/blockingReferences.ts';

const blockingColumns: BlockingColumn[] = [
  { to: 'customer', table: 'equipment', column: 'customer_id', softDelete: true, reason: '已绑定设备' },
  { to: 'model', table: 'equipment', column: 'model_id', reason: '有正式设备在用' },
];
export default blockingColumns;
