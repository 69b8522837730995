import { fieldApi } from '#shared/contract/field.ts';
import { asList, sosLink } from '#shared/sosLink.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { retryWithReason } from '#web/reveal/retryWithReason.ts';
import type { RowAction } from '#web/table/types.ts';
import type { CustomerRow } from './cells.tsx';

/** Dials a customer's number; the number is revealed, which is logged. */
async function dial({ id }: CustomerRow): Promise<void> {
  const reveal = (reason?: string) =>
    callApi(fieldApi.revealField, { object: 'customer', id, field: 'mobile', ...(reason && { reason }) });
  const shown = await withToast(() => reveal().catch((error) => retryWithReason(error, '电话', reveal)), {
    done: null,
    failed: '电话没有取到',
  });
  if (!shown?.value) return;
  // The page handles clicks on `tel:` links by the settings of the seat.
  const link = document.createElement('a');
  link.href = `tel:${encodeURIComponent(shown.value)}`;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Opens one section of a customer's record. */
const section = (key: string) => (row: CustomerRow) => {
  location.hash = `#/customer/list/${row.id}?section=${key}`;
};

/** Returns the actions on a customer that the user may run. `permissions`: permission keys, joined by commas. */
export function actionsOf(permissions: string): RowAction<CustomerRow>[] {
  const granted = new Set(permissions.split(','));
  const all: (RowAction<CustomerRow> & { permission: string })[] = [
    {
      permission: 'pii:reveal',
      key: 'call',
      label: '呼叫',
      blocked: ({ mobile }) => (mobile === null ? '没有登记电话' : undefined),
      onClick: (row) => void dial(row),
    },
    { permission: 'equipment:edit', key: 'bind', label: '绑定设备', behind: true, onClick: section('equipment') },
    { permission: 'customer:list', key: 'contacts', label: '联系人', behind: true, onClick: section('contacts') },
    {
      permission: 'warn:add',
      key: 'warn',
      label: '登记告警…',
      behind: true,
      onClick: ({ id }) => {
        location.hash = sosLink({ add: id });
      },
    },
    {
      permission: 'warn:list',
      key: 'warns',
      label: '告警',
      behind: true,
      onClick: ({ id }) => {
        location.hash = sosLink({ ...asList, customerId: id });
      },
    },
  ];
  return all.filter(({ permission }) => granted.has(permission));
}
