import type { BlockingColumn } from '#server/feature/blockingReferences.ts';

const blockingColumns: BlockingColumn[] = [
  { to: 'customer', table: 'customer_leave', column: 'customer_id', reason: '已有请假记录' },
  { to: 'customer', table: 'customer_leaving', column: 'customer_id', reason: '已有退住手续' },
  { to: 'customer', table: 'benefit', column: 'customer_id', softDelete: true, reason: '已有权益与证件' },
  { to: 'customer', table: 'customer_file', column: 'customer_id', softDelete: true, reason: '已有附件' },
  { to: 'customer', table: 'customer_bed', column: 'customer_id', reason: '已有床位' },
];
export default blockingColumns;
