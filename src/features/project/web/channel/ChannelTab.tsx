import { useState } from 'react';
import { channelApi } from '#features/channel/contract.ts';
import type { Rung } from '#features/project/contract.ts';
import { channelKinds } from '#shared/codes.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { fullTime, listTime } from '#web/data/format.ts';
import type { Opening } from '#web/form/types.ts';
import { box } from '#web/message/message.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';
import { type Channel, ChannelForm, valuesOf } from './ChannelForm.tsx';
import { lossOf, turnOf } from './channelOrder.ts';
import { TemplateTable } from './TemplateTable.tsx';
import { testSend } from './testSend.ts';
import { useChannels } from './useChannels.ts';

const timeOf = (iso: string | null) =>
  iso === null ? null : (
    <time className="whitespace-nowrap" title={fullTime(iso)}>
      {listTime(iso)}
    </time>
  );

/** Last failure, in red until a later success, faint after it. */
function Failure({ workedAt, failedAt, reason }: Channel) {
  if (failedAt === null) return null;
  const passed = workedAt !== null && workedAt > failedAt;
  return (
    <span className={passed ? 'text-text3' : 'text-level1-text'}>
      {timeOf(failedAt)} {reason}
    </span>
  );
}

const columnsOf = (rows: readonly Channel[]) => [
  { key: 'name', title: '名称', render: ({ name }: Channel) => <strong>{name}</strong> },
  { key: 'kind', title: '类别', render: (row: Channel) => <Kind row={row} turn={turnOf(row, rows, Date.now())} /> },
  { key: 'status', title: '状态', render: ({ status }: Channel) => <StatusLabel on={status === 'enabled'} /> },
  { key: 'workedAt', title: '最近送出', render: ({ workedAt }: Channel) => timeOf(workedAt) },
  { key: 'failedAt', title: '最近失败', render: (row: Channel) => row.failedAt && <Failure {...row} /> },
];

function Kind({ row, turn }: { row: Channel; turn: string | null }) {
  return (
    <span className="whitespace-nowrap">
      {channelKinds[row.kind]} {turn && <span className="quiet">{turn}</span>}
    </span>
  );
}

/**
 * Enables or disables a channel.
 * @param loss sentence that lists the rungs which lose a channel
 */
async function toggle({ id, name, status }: Channel, loss: string): Promise<boolean> {
  const off = status === 'enabled';
  const question = `停用「${name}」？从现在起不再用它通知任何人。${loss}`;
  if (off && !(await box.confirm(question, { ok: '停用', danger: true, level: 'warning' }))) return false;
  const request = () => callApi(channelApi.updateChannelStatus, { id, status: off ? 'disabled' : 'enabled' });
  return (await withToast(request, { done: off ? '已停用' : '已启用', failed: '没有改成' })) !== undefined;
}

async function remove({ id, name }: Channel, loss: string): Promise<boolean> {
  const question = `删除「${name}」？它的密钥一并清除，不能恢复。${loss}`;
  if (!(await box.confirm(question, { ok: '删除', danger: true, level: 'warning' }))) return false;
  const request = () => callApi(channelApi.deleteChannel, { ids: [id] });
  return (await withToast(request, { done: '已删除', failed: '没有删除' })) !== undefined;
}

/** 通知渠道: channels of a project, test sends and message templates. */
export function ChannelTab({ id, ladder }: { id: string; ladder: readonly Rung[] }) {
  const [form, setForm] = useState<Opening>();
  const { data: option } = useCall(channelApi.getChannelOption, {}, { first: true });
  const list = useChannels(id);
  const templates = useCall(channelApi.getTemplateList, { projectId: id }, { first: true });
  const reload = () => {
    void list.refetch();
    void templates.reload();
  };
  const after = async (action: Promise<boolean>) => {
    if (await action) reload();
  };
  const may = can('channel:edit');
  const rows = list.data?.rows ?? [];
  const loss = (row: Channel) => lossOf(row, rows, ladder);
  const actions = [
    { key: 'test', label: '发送测试', onClick: (row: Channel) => void after(testSend(row)) },
    { key: 'edit', label: '编辑', onClick: (row: Channel) => setForm({ values: valuesOf(row) }) },
    {
      key: 'on',
      label: '启用',
      shown: ({ status }: Channel) => status !== 'enabled',
      onClick: (row: Channel) => void after(toggle(row, '')),
    },
    {
      key: 'off',
      label: '停用',
      shown: ({ status }: Channel) => status === 'enabled',
      onClick: (row: Channel) => void after(toggle(row, loss(row))),
    },
    {
      key: 'delete',
      label: '删除',
      tone: 'danger' as const,
      onClick: (row: Channel) => void after(remove(row, loss(row))),
    },
  ];
  return (
    <div className="flex-1 min-h-0 overflow-auto">
      <section className="p-4 scroll-x" aria-label="通知渠道">
        <div className="flex items-center justify-between gap-3 mb-2">
          <p className="text-[13px] text-text3">
            告警升级时，除站内通知外由这些渠道送到人。同类有几个时先用先设的，发不出就改用下一个；群机器人和 Webhook
            每个都发。
          </p>
          {may && (
            <Button className="whitespace-nowrap" onClick={() => setForm({})}>
              新增渠道…
            </Button>
          )}
        </div>
        {list.isError && <p className="text-level1-text">通知渠道没有读到，请刷新。</p>}
        {list.data && rows.length === 0 && <p className="text-text2">还没有渠道：人不在屏幕前就收不到告警。</p>}
        {rows.length > 0 && (
          <PanelTable label="通知渠道" rows={rows} columns={columnsOf(rows)} actions={may ? actions : []} />
        )}
      </section>
      <TemplateTable projectId={id} />
      <ChannelForm
        open={form}
        onClosed={() => setForm(undefined)}
        projectId={id}
        kinds={option?.kinds ?? []}
        onDone={reload}
      />
    </div>
  );
}
