import { fieldApi } from '#shared/field.ts';
import { asList, sosLink } from '#shared/sosLink.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { retryWithReason } from '#web/reveal/retryWithReason.ts';
import type { RowAction } from '#web/table/types.ts';
import type { CustomerRow } from './cells.tsx';

/** Dials a person's number, which is a look behind its mask and entered as one. */
async function dial({ id }: CustomerRow): Promise<void> {
  const reveal = (reason?: string) =>
    callApi(fieldApi.revealField, { object: 'customer', id, field: 'mobile', ...(reason && { reason }) });
  const shown = await withToast(() => reveal().catch((error) => retryWithReason(error, '电话', reveal)), {
    done: null,
    failed: '电话没有取到',
  });
  if (!shown?.value) return;
  // The page dials its `tel:` links as the seat is set.
  const link = document.createElement('a');
  link.href = `tel:${encodeURIComponent(shown.value)}`;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Puts one section of a person's record in front. */
const section = (key: string) => (row: CustomerRow) => {
  location.hash = `#/customer/list/${row.id}?section=${key}`;
};

/** What can be done with one person, as far as somebody may. `rights`: permission keys, joined by commas; `merge` asks who else it is. */
export function actionsOf(permissions: string, merge: (row: CustomerRow) => void): RowAction<CustomerRow>[] {
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
    { permission: 'customer:merge', key: 'merge', label: '合并…', behind: true, onClick: merge },
  ];
  return all.filter(({ permission: right }) => granted.has(right));
}
