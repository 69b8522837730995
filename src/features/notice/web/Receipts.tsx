import { BellRing } from 'lucide-react';
import { useRef, useState } from 'react';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { toast } from '#web/message/message.tsx';
import { PreviewDrawer } from '#web/publication/PreviewDrawer.tsx';
import { DataTable } from '#web/table/DataTable.tsx';
import type { ColumnOf, DataTableHandle, RowOf } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type NoticeRow, noticeApi } from '../contract.ts';
import { LocalQuery } from './LocalQuery.tsx';

type Receipt = RowOf<typeof noticeApi.getNoticeReceiptList>;

const time = (at: string | null, none: string) =>
  at === null ? <span className="text-level2-text">{none}</span> : <span title={fullTime(at)}>{listTime(at)}</span>;

const columns: readonly ColumnOf<typeof noticeApi.getNoticeReceiptList>[] = [
  { key: 'name', title: '姓名', width: 96, sort: true, render: (row) => <strong>{row.name}</strong> },
  { key: 'departmentName', title: '部门', width: 144, sort: true },
  { key: 'readAt', title: '阅读时间', width: 112, sort: true, render: (row) => time(row.readAt, '未读') },
  {
    key: 'remindedAt',
    title: '提醒时间',
    width: 112,
    render: (row) => (row.remindedAt === null ? '—' : time(row.remindedAt, '')),
  },
];
const confirmed: ColumnOf<typeof noticeApi.getNoticeReceiptList> = {
  key: 'confirmedAt',
  title: '确认时间',
  width: 112,
  render: (row) => time(row.confirmedAt, '未确认'),
};

/** Lists which recipients have read a notice and which have not. */
export default function Receipts({ notice, onClose }: { notice: NoticeRow; onClose: () => void }) {
  const [state, setState] = useState<'all' | 'unread' | 'read'>('all');
  const table = useRef<DataTableHandle<Receipt>>(null);

  async function remind(): Promise<void> {
    const messages = { done: null, failed: '提醒失败' };
    const answer = await withToast(() => callApi(noticeApi.remindNotice, { id: notice.id }), messages);
    if (!answer) return;
    toast.success(answer.count > 0 ? `已提醒 ${answer.count} 人` : '都已读过');
    table.current?.reload({ keepPlace: true });
  }

  return (
    <PreviewDrawer
      title={`阅读情况：${notice.title}`}
      onClose={onClose}
      className="receipt-drawer"
      extra={
        can('notice:publish') &&
        notice.status === 'published' && (
          <Button onClick={() => void remind()}>
            <BellRing size={14} aria-hidden="true" /> 提醒未读
          </Button>
        )
      }
    >
      <LocalQuery>
        <DataTable
          ref={table}
          name="noticeReceipt"
          rowLabel="接收人"
          endpoint={noticeApi.getNoticeReceiptList}
          columns={notice.needConfirm ? [...columns, confirmed] : columns}
          params={state === 'all' ? { id: notice.id } : { id: notice.id, state }}
          bare
          views={
            <ViewTabs
              label="阅读"
              value={state}
              onChange={setState}
              views={[
                { key: 'all', label: '全部', count: notice.audienceCount },
                { key: 'unread', label: '未读', count: notice.audienceCount - notice.readCount },
                { key: 'read', label: '已读', count: notice.readCount },
              ]}
            />
          }
        />
      </LocalQuery>
    </PreviewDrawer>
  );
}
