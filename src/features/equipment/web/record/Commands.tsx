import { equipmentApi } from '#features/equipment/contract.ts';
import { type DeviceCommand, deviceCommands } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { attempt } from '#web/call/outcome.ts';
import { call } from '#web/call/request.ts';
import { can } from '#web/call/session.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';
import { SectionPart } from './SectionPart.tsx';
import type { SectionProps } from './types.ts';
import { useSectionRows } from './useSection.ts';

type Sent = OutputOf<typeof equipmentApi.getCommandList>;

/** Commands that ask nothing. */
const plain: readonly DeviceCommand[] = ['locate', 'find'];

const columns: Column<Sent & { id: string }>[] = [
  {
    key: 'createdAt',
    title: '时间',
    render: ({ createdAt }) => <time title={fullTime(createdAt)}>{listTime(createdAt)}</time>,
  },
  { key: 'command', title: '指令', render: ({ command }) => deviceCommands[command] },
  {
    key: 'state',
    title: '状态',
    render: ({ state }) => (
      <span className={state === 'failed' || state === 'expired' ? 'red' : undefined}>
        {labelOf('command_state', state)}
      </span>
    ),
  },
  { key: 'tries', title: '次数', align: 'right' },
  {
    key: 'answeredAt',
    title: '应答用时',
    render: ({ sentAt, answeredAt }) =>
      sentAt && answeredAt && `${Math.max(0, Math.round((Date.parse(answeredAt) - Date.parse(sentAt)) / 1000))} 秒`,
  },
  { key: 'createdBy', title: '下发人' },
];

/** What was sent to the device and what came of it; the states follow by themselves. */
export function Commands({ device: { id, capabilities } }: SectionProps) {
  const read = useSectionRows(equipmentApi.getCommandList, { equipmentId: id, limit: 10 }, 3000);
  const send = async (command: DeviceCommand) => {
    await attempt(() => call(equipmentApi.sendCommand, { id, command }), {
      done: `已下发「${deviceCommands[command]}」`,
      failed: '指令没有下发',
    });
    read.retry();
  };
  const offered = can('equipment:command') ? plain.filter((command) => capabilities.includes(command)) : [];
  return (
    <>
      {offered.length > 0 && (
        <div className="flex wrap gap-8 below-12">
          {offered.map((command) => (
            <button key={command} type="button" className="button" onClick={() => void send(command)}>
              {deviceCommands[command]}
            </button>
          ))}
        </div>
      )}
      <SectionPart {...read} what="指令">
        {(found) =>
          found.length === 0 ? (
            <p className="f13 soft">没有下发过指令</p>
          ) : (
            <PanelTable
              className="record-table"
              label="指令"
              columns={columns}
              rows={found.map((row) => ({ ...row, id: row.commandId }))}
            />
          )
        }
      </SectionPart>
    </>
  );
}
