import { customerApi } from '#features/customer/contract.ts';
import { maxCards } from '#features/customerCard/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { downloadFile } from '#web/file/file.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { toast } from '#web/message/message.tsx';
import type { BulkAction } from '#web/table/types.ts';
import type { CustomerRow } from './cells.tsx';

/** Dialog about a change of many customers. */
export interface Batch {
  kind: 'tag' | 'move';
  customers: readonly CustomerRow[];
  /** Clears the selection and reloads the list. */
  onDone: () => void;
}

interface BulkActionOptions {
  /** Permission keys of the user, joined by commas. */
  permissions: string;
  ask: (batch: Batch) => void;
  print: (customers: readonly CustomerRow[]) => void;
  reload: () => void;
}

/** Exports the selected customers with all columns, masked. */
async function exportCustomers(customers: readonly CustomerRow[]): Promise<void> {
  const filters = { ids: customers.map(({ id }) => id) };
  const answer = await withToast(() => callApi(customerApi.exportCustomer, { filters }), {
    done: null,
    failed: '导出失败',
  });
  if (answer?.fileId) downloadFile(answer.fileId);
  if (answer) refreshJobs();
}

/** Returns whether that many cards can be printed at once; shows a toast if not. */
function printable({ length }: readonly CustomerRow[]): boolean {
  if (length > maxCards) toast.warning(`一次最多打印 ${maxCards} 张卡片，已选 ${length} 位`);
  return length <= maxCards;
}

/** Returns the actions on the selected customers that the user may run. */
export function bulkActionsOf({ permissions, ask, print, reload }: BulkActionOptions): BulkAction<CustomerRow>[] {
  const granted = new Set(permissions.split(','));
  const after = (clear: () => void) => () => {
    clear();
    reload();
  };
  const asking = (kind: Batch['kind']) => (customers: CustomerRow[], clear: () => void) =>
    ask({ kind, customers, onDone: after(clear) });
  return [
    ...(granted.has('customer:edit') ? [{ key: 'tag', label: '打标签…', onClick: asking('tag') }] : []),
    ...(granted.has('customer:export')
      ? [{ key: 'export', label: '导出所选', onClick: (customers: CustomerRow[]) => void exportCustomers(customers) }]
      : []),
    { key: 'print', label: '打印卡片…', onClick: (customers) => printable(customers) && print(customers) },
    ...(granted.has('customer:move') ? [{ key: 'move', label: '转移部门/项目…', onClick: asking('move') }] : []),
  ];
}
