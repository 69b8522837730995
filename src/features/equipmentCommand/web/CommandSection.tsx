import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
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
import { LinkButton } from '#web/ui/LinkButton.tsx';
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
    <details className="command-wire f12">
      <summary className="soft">报文 {bytes.length} 字节</summary>
      <code className="block mono anywhere">{textOf(bytes)}</code>
      <code className="block mono anywhere faint">{hexOf(bytes)}</code>
    </details>
  );
}

function Line({ row }: { row: Row }) {
  const { command, params, state, tries, createdAt, createdBy, answer, bytes } = row;
  return (
    <li className="command-line row wrap gap-x-12 pad-y-8 line-below f13">
      <time className="faint nowrap" title={fullTime(createdAt)}>
        {listTime(createdAt)}
      </time>
      <span className="command-word">{commandLabel(command)}</span>{' '}
      <span className="command-more">
        {paramsText(command, params)}
        <small className="before-6 faint">
          {[createdBy, tries > 1 && `第 ${tries} 次`].filter(Boolean).join(' · ')}
        </small>
        {answer && state !== 'acknowledged' && <small className="before-6 soft">{answer}</small>}
        {state === 'acknowledged' && answer && command === 'parameters' && (
          <span className="mono soft block anywhere">{answer}</span>
        )}
      </span>
      <span className={`command-state ${state} nowrap`}>{labelOf('command_state', state)}</span>
      <span className="command-took faint nowrap">{took(row)}</span>
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
    <section className="stack gap-12" aria-label="指令">
      {target && !target.online && commands.length > 0 && <p className="f13 soft">离线，指令在它上线后下发</p>}
      {target && commands.length === 0 && <p className="f13 soft">此型号没有可以下发的指令</p>}
      {commands.length > 0 && (
        <div className="row wrap gap-8">
          {quick
            .filter((command) => commands.includes(command))
            .map((command) => (
              <Button key={command} className="command-quick" onClick={() => void send(command)}>
                {quickLabel(command)} <code className="mono f12 faint">{target?.words[command]}</code>
              </Button>
            ))}
          <Button onClick={() => setAsking(true)}>下发指令…</Button>
        </div>
      )}
      <div className="row wrap atop command-parts">
        {children}
        <div className="stack gap-12 slim">
          {children && <h3 className="f14">最近指令</h3>}
          {problem && (
            <p className="f13 red" role="alert">
              指令记录没有取到：{problem} <LinkButton onClick={() => void query.refetch()}>重试</LinkButton>
            </p>
          )}
          {!query.data && !problem && <Skeleton lines={[0, 0]} />}
          {query.data?.rows.length === 0 && (
            <p className="f13 soft">还没有下发过指令{commands.length > 0 && '。下发后的状态和用时在这里实时更新。'}</p>
          )}
          {query.data && query.data.rows.length > 0 && (
            <ol className="slim" aria-label="最近指令">
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
