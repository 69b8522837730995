import { useEffect, useEffectEvent, useState } from 'react';
import type { Device } from '#features/equipment/web/service.ts';
import { logKinds } from '#shared/deviceLabels.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { logApi, logDays, logDirections } from '../../contract.ts';
import { Delay, type LogRow, Result } from '../cells.tsx';

export type { LogRow };

const shown = 50;
/** Poll interval, ms. */
const pollMs = 2000;

const views = [
  { key: 'all', label: '全部' },
  { key: 'up', label: '上行' },
  { key: 'down', label: '下行' },
  { key: 'alarm', label: '告警' },
] as const;
type View = (typeof views)[number]['key'];

const inputs: Readonly<Record<View, object>> = {
  all: {},
  up: { direction: 'up' },
  down: { direction: 'down' },
  alarm: { kind: ['alarm'] },
};

interface Props {
  device: Device;
  /** Id of the message open next to the log. */
  selected: string | undefined;
  onChoose: (id: string) => void;
  /** Called with the first row when it changes: undefined for an empty log. */
  onNewest: (row: LogRow | undefined) => void;
}

/** Shows messages and commands of the last days, newest first, live until paused; a gateway's with those of its children. */
export function DeviceLog({ device: { id, sn, kind }, selected, onChoose, onNewest }: Props) {
  const [view, setView] = useState<View>('all');
  const [live, setLive] = useState(true);
  const isGateway = kind === 'gateway';
  const of = isGateway ? { gatewayId: id } : { equipmentId: id };
  const input = { ...of, minutes: logDays * 1440, limit: shown, ...inputs[view] };
  const { data, problem, reload } = useCall(logApi.getEquipmentLogList, input, {
    keep: true,
    refetchInterval: live && pollMs,
  });
  const rows = data?.rows;
  const tell = useEffectEvent(onNewest);
  useEffect(() => tell(rows?.find(({ kind }) => kind === 'alarm') ?? rows?.[0]), [rows]);
  return (
    <div className="flex flex-col min-w-0 min-h-0">
      <div className="flex items-center justify-between flex-wrap gap-2 px-4 flex-none device-log-head">
        <h3 className="text-sm">设备日志</h3>
        <span className="flex items-center gap-3">
          <Segments label="消息" segments={views} value={view} onChange={setView} />
          <Button
            kind="link"
            className="inline-flex items-center gap-1.5 whitespace-nowrap"
            aria-pressed={live}
            title={live ? '暂停' : '继续'}
            onClick={() => setLive(!live)}
          >
            <i className={live ? 'dot text-success' : 'dot hollow'} aria-hidden="true" />
            {live ? '实时' : '已暂停'}
          </Button>
        </span>
      </div>
      <div className="overflow-y-auto flex-1 min-h-0">
        <SectionPart data={rows} problem={problem} reload={reload} what="设备日志">
          {(logRows) => (
            <>
              <Table rows={logRows} selected={selected} onChoose={onChoose} named={isGateway ? id : undefined} />
              <p className="p-4 text-xs text-text2">
                {logRows.length === 0 ? `近 ${logDays} 天没有消息。` : `近 ${logDays} 天最新 ${logRows.length} 条。`}{' '}
                <a href={`#/equipment/log?${isGateway ? `gatewayId=${id}` : `sn=${encodeURIComponent(sn)}`}`}>
                  在设备日志中查询
                </a>
              </p>
            </>
          )}
        </SectionPart>
      </div>
    </div>
  );
}

interface TableProps extends Pick<Props, 'selected' | 'onChoose'> {
  rows: readonly LogRow[];
  /** Device whose rows need no name; undefined: no row has one. */
  named: string | undefined;
}

function Table({ rows, selected, onChoose, named }: TableProps) {
  return (
    <table className="ruled plain-table text-[13px] w-full device-log" aria-label="设备日志">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col" className="number">
            延迟 s
          </th>
          <th scope="col">方向</th>
          <th scope="col">类型</th>
          <th scope="col">摘要</th>
          <th scope="col">结果</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { id, deviceTime, receivedAt, direction, kind, summary, text } = row;
          const label = logKinds[kind as keyof typeof logKinds] ?? kind;
          return (
            <tr key={id} data-lit={id === selected || undefined}>
              <td>
                <time title={`接收 ${fullTime(receivedAt)}`}>{listTime(deviceTime ?? receivedAt)}</time>
              </td>
              <td className="number">
                <Delay {...row} />
              </td>
              <td>{logDirections[direction]}</td>
              <td>{kind === 'alarm' ? <strong className="text-level1-text">{label}</strong> : label}</td>
              <td className="truncate device-log-said">
                <button type="button" aria-pressed={id === selected} onClick={() => onChoose(id)}>
                  {named && row.equipmentId !== named && <b>{row.equipmentName} </b>}
                  {summary || text}
                </button>
              </td>
              <td>
                <Result row={row} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
