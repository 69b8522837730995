import { channelApi, placeholders } from '#features/channel/contract.ts';
import { channelKinds, notifyEvents } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { box } from '#web/message/message.tsx';
import { useCall } from '#web/screen/useCall.ts';

type Template = OutputOf<typeof channelApi.getTemplateList>[number] & { id: string };

/** Returns the placeholders of a template; a voice call has no link. */
const named = (channel?: Template['channel']) =>
  Object.entries(placeholders)
    .filter(([key]) => channel !== 'voice' || key !== 'link')
    .map(([key, label]) => `{${key}} ${label}`)
    .join('、');

/** Message templates per event and per channel kind of the project. */
export function TemplateTable({ projectId }: { projectId: string }) {
  const { data, reload } = useCall(channelApi.getTemplateList, { projectId }, { first: true });
  if (!data || data.length === 0) return null;
  const rows = data.map((template) => ({ ...template, id: `${template.event}.${template.channel}` }));
  const save = async ({ event, channel }: Template, text: string | null) => {
    const messages = { done: text === null ? '已用回平台的文字' : '已保存', failed: '没有保存' };
    const saved = await withToast(
      () => callApi(channelApi.editTemplate, { projectId, event, channel, text }),
      messages,
    );
    if (saved !== undefined) await reload();
  };
  const edit = async (row: Template) => {
    const title = `${notifyEvents[row.event]} · ${channelKinds[row.channel]}`;
    const options = {
      title,
      label: '文字',
      initial: row.text,
      multiline: true,
      required: true,
      maxLength: 300,
      ok: '保存',
    };
    const text = await box.prompt(`可用：${named(row.channel)}`, options);
    if (text !== null && text !== row.text) await save(row, text);
  };
  return (
    <section className="p-4 scroll-x" aria-label="通知模板">
      <h2 className="title-line mt-1 mb-2">通知模板</h2>
      <p className="text-[13px] text-text3 mb-2">可用 {named()}，语音没有链接。称呼之外不写姓名，也不写病情。</p>
      <PanelTable
        label="通知模板"
        rows={rows}
        columns={[
          {
            key: 'event',
            title: '事件',
            render: ({ event }) => <span className="whitespace-nowrap">{notifyEvents[event]}</span>,
          },
          {
            key: 'channel',
            title: '渠道',
            render: ({ channel }) => <span className="whitespace-nowrap">{channelKinds[channel]}</span>,
          },
          { key: 'text', title: '文字' },
          {
            key: 'own',
            title: '来源',
            render: ({ own }) => <span className="whitespace-nowrap">{own ? '本项目' : '平台'}</span>,
          },
        ]}
        actions={
          can('channel:edit')
            ? [
                { key: 'edit', label: '修改', onClick: (row: Template) => void edit(row) },
                {
                  key: 'back',
                  label: '还原',
                  shown: ({ own }: Template) => own,
                  onClick: (row: Template) => void save(row, null),
                },
              ]
            : []
        }
      />
    </section>
  );
}
