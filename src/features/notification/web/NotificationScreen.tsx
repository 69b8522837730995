import { useMemo, useRef } from 'react';
import { notifyChannels, notifyEvents } from '#shared/codes.ts';
import { maxCounted } from '#shared/envelope.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { toast } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { BulkAction, DataTableHandle, FilterOf } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { maxRetried, notificationApi, notificationStates } from '../contract.ts';
import { columns, type NotificationRow } from './columns.tsx';

const filters: readonly FilterOf<typeof notificationApi.getNotificationList>[] = [
  { kind: 'text', field: 'keyword', label: '告警', placeholder: '类型 / 编号', width: 176 },
  { kind: 'multi', field: 'channel', label: '渠道', width: 144, options: optionsOf(notifyChannels) },
  { kind: 'multi', field: 'event', label: '事件', width: 144, options: optionsOf(notifyEvents) },
  { kind: 'multi', field: 'state', label: '状态', width: 144, options: optionsOf(notificationStates) },
  { kind: 'dates', from: 'from', to: 'to', unit: 'instant', label: '时间', maxDays: 366 },
];

/** Returns whether a message can be sent again; inbox messages cannot. */
const canRetry = ({ state, channel }: NotificationRow) => state === 'failed' && channel !== 'inbox';

async function retry(rows: readonly NotificationRow[], done: () => void): Promise<void> {
  const ids = rows.filter(canRetry).map(({ id }) => id);
  if (ids.length === 0) return void toast.warning('选中的通知里没有失败的');
  if (ids.length > maxRetried) return void toast.warning(`一次最多重发 ${maxRetried} 条，已选 ${ids.length} 条`);
  const sent = () => callApi(notificationApi.retryNotification, { ids });
  const answer = await withToast(sent, { done: null, failed: '没有重发' });
  if (!answer) return;
  toast.success(`已重新发送 ${answer.done} 条${answer.left.length > 0 ? `，${answer.left.length} 条没有` : ''}`);
  done();
}

/** 通知记录: recipients, channels and delivery states of messages about warns (domain.md 7.5). */
export default function NotificationScreen() {
  const { query, setQuery } = useScreen();
  const table = useRef<DataTableHandle<NotificationRow>>(null);
  const warnId = query.get('warnId');
  const params = useMemo(() => (warnId ? { warnId } : {}), [warnId]);
  const may = can('notification:retry');
  const again = () => table.current?.reload({ keepPlace: true });
  const bulk: BulkAction<NotificationRow>[] = [
    {
      key: 'retry',
      label: '重发失败的',
      onClick: (rows, clear) =>
        void retry(rows, () => {
          clear();
          again();
        }),
    },
  ];
  return (
    <DataTable
      ref={table}
      name="notification"
      rowLabel="通知记录"
      endpoint={notificationApi.getNotificationList}
      columns={columns}
      filters={filters}
      params={params}
      maxCounted={maxCounted}
      numbered={false}
      rowActions={
        may ? [{ key: 'retry', label: '重发', shown: canRetry, onClick: (row) => void retry([row], again) }] : []
      }
      actionsWidth={72}
      bulkActions={may ? bulk : []}
      views={<h1 className="text-sm font-bold">通知记录</h1>}
      notice={
        warnId && (
          <p className="quiet">
            只看一条告警的通知{' '}
            <Button kind="link" onClick={() => setQuery({ warnId: null })}>
              看全部
            </Button>
          </p>
        )
      }
      empty={<EmptyState reason="近 30 天没有通知。告警升级、误报待核实时告诉了谁，会一条条出现在这里。" />}
    />
  );
}
