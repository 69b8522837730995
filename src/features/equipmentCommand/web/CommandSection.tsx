import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button as AntButton } from 'antd';
import { type ReactNode, useState } from 'react';
import type { DeviceCommand } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callListApi } from '#web/api/request.ts';
import { bytesOf, hexOf, textOf } from '#web/data/bytes.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { duration, fullTime, listTime } from '#web/data/format.ts';
import { useLive } from '#web/live/live.ts';
import type { LiveEvent } from '#web/live/protocol.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { commandApi } from '../contract.ts';
import { CommandForm } from './CommandForm.tsx';
import { commandLabel } from './commandLabel.ts';
import { paramsText } from './params.ts';
import { sendCommand, useCommandChoice } from './sendCommand.ts';
import './command.css';

type Row = OutputOf<typeof commandApi.getCommandList>;
type CommandEvent = LiveEvent & { command?: Row };

const shown = 20;
/** Commands sent with one click: `parameters` without parameters reads all settings. */
const quick: readonly DeviceCommand[] = ['locate', 'find', 'measure_heart', 'parameters'];
const quickLabel = (command: DeviceCommand) => (command === 'parameters' ? '读参数' : commandLabel(command));

/** Returns the duration until the answer, else until it was sent. */
function took({ createdAt, sentAt, answeredAt }: Row): string {
  const end = answeredAt ?? sentAt;
  return end ? duration(Math.max(0, Math.round((Date.parse(end) - Date.parse(createdAt)) / 1000))) : '';
}

/** Shows the transmitted bytes, as text and as hex. */
function Wire({ hex }: { hex: string }) {
  const bytes = bytesOf(hex);
  return (
    <details className="command-wire text-xs">
      <summary className="text-text2">报文 {bytes.length} 字节</summary>
      <code className="block mono wrap-anywhere">{textOf(bytes)}</code>
      <code className="block mono wrap-anywhere text-text3">{hexOf(bytes)}</code>
    </details>
  );
}

function Line({ row }: { row: Row }) {
  const { command, params, state, tries, createdAt, createdBy, answer, bytes } = row;
  return (
    <li className="command-line flex items-center flex-wrap gap-x-3 py-2 border-b border-line text-[13px]">
      <time className="text-text3 whitespace-nowrap" title={fullTime(createdAt)}>
        {listTime(createdAt)}
      </time>
      <span className="command-word">{commandLabel(command)}</span>{' '}
      <span className="command-more">
        {paramsText(command, params)}
        <small className="ml-1.5 text-text3">
          {[createdBy, tries > 1 && `第 ${tries} 次`].filter(Boolean).join(' · ')}
        </small>
        {answer && state !== 'acknowledged' && <small className="ml-1.5 text-text2">{answer}</small>}
        {state === 'acknowledged' && answer && command === 'parameters' && (
          <span className="mono text-text2 block wrap-anywhere">{answer}</span>
        )}
      </span>
      <span className={`command-state ${state} whitespace-nowrap`}>{labelOf('command_state', state)}</span>
      <span className="command-took text-text3 whitespace-nowrap">{took(row)}</span>
      {bytes && <Wire hex={bytes} />}
    </li>
  );
}

interface Props {
  equipmentId: string;
  /** Shown next to 最近指令, which then has a title; above it on a narrow page. */
  children?: ReactNode;
}

/** Section 下发指令 and 最近指令 of a device's page; command states update live. */
export default function CommandSection({ equipmentId, children }: Props) {
  const [asking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: [commandApi.getCommandList.path, equipmentId],
    queryFn: ({ signal }) => callListApi(commandApi.getCommandList, { equipmentId, limit: shown }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  const target = useCommandChoice(equipmentId);
  useLive((event: CommandEvent) => {
    if (event.command?.equipmentId === equipmentId) void query.refetch();
  });
  const commands = target?.commands ?? [];
  const send = (command: DeviceCommand) => sendCommand(equipmentId, command).then(() => query.refetch());
  const problem = query.error ? problemText(query.error) : undefined;
  return (
    <section className="flex flex-col gap-3" aria-label="指令">
      {target && !target.online && commands.length > 0 && (
        <p className="text-[13px] text-text2">离线，指令在它上线后下发</p>
      )}
      {target && commands.length === 0 && <p className="text-[13px] text-text2">此型号没有可以下发的指令</p>}
      {commands.length > 0 && (
        <div className="flex items-center flex-wrap gap-2">
          {quick
            .filter((command) => commands.includes(command))
            .map((command) => (
              <AntButton key={command} className="command-quick" onClick={() => void send(command)}>
                {quickLabel(command)} <code className="mono text-xs text-text3">{target?.words[command]}</code>
              </AntButton>
            ))}
          <AntButton onClick={() => setAsking(true)}>下发指令…</AntButton>
        </div>
      )}
      <div className="flex flex-wrap items-start command-parts">
        {children}
        <div className="flex flex-col gap-3 min-w-0">
          {children && <h3 className="text-sm">最近指令</h3>}
          {problem && (
            <p className="text-[13px] text-level1-text" role="alert">
              指令记录没有取到：{problem}{' '}
              <Button kind="link" onClick={() => void query.refetch()}>
                重试
              </Button>
            </p>
          )}
          {!query.data && !problem && <Skeleton lines={[0, 0]} />}
          {query.data?.rows.length === 0 && (
            <p className="text-[13px] text-text2">
              还没有下发过指令{commands.length > 0 && '。下发后的状态和用时在这里实时更新。'}
            </p>
          )}
          {query.data && query.data.rows.length > 0 && (
            <ol className="min-w-0" aria-label="最近指令">
              {query.data.rows.map((row) => (
                <Line key={row.commandId} row={row} />
              ))}
            </ol>
          )}
        </div>
      </div>
      {asking && (
        <CommandForm
          ids={[equipmentId]}
          onClosed={() => {
            setAsking(false);
            void query.refetch();
          }}
        />
      )}
    </section>
  );
}
