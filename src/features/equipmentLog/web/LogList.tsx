import { useEffect, useMemo, useRef, useState } from 'react';
import { useProtocols } from '#features/equipment/web/service.ts';
import { protocolLabel } from '#features/model/contract.ts';
import { logKinds } from '#shared/deviceLabels.ts';
import { maxCounted } from '#shared/envelope.ts';
import { can } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, DataTableHandle, FilterOf } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { logApi, logDays, logDirections, logResults } from '../contract.ts';
import { Delay, type LogRow, Result } from './cells.tsx';
import { LogDrawer } from './LogDrawer.tsx';
import { RedecodeButton } from './RedecodeButton.tsx';
import { UnknownLink } from './UnknownLink.tsx';
import { useTail } from './useTail.ts';
import './log.css';

const time = (iso: string) => (
  <time dateTime={iso} title={fullTime(iso)}>
    {listTime(iso)}
  </time>
);

const columns: ColumnOf<typeof logApi.getEquipmentLogList>[] = [
  {
    key: 'receivedAt',
    title: '接收时间',
    width: 108,
    fixed: 'left',
    sort: true,
    render: (row) => time(row.receivedAt),
  },
  {
    key: 'deviceTime',
    title: '设备时间',
    width: 108,
    sort: true,
    render: (row) => row.deviceTime && time(row.deviceTime),
  },
  {
    key: 'delay',
    title: '延迟 s',
    width: 72,
    align: 'right',
    render: (row) => <Delay {...row} />,
  },
  { key: 'sn', title: '设备', width: 132, render: (row) => <span className="mono">{row.sn}</span> },
  { key: 'equipmentName', title: '设备名称', width: 140, hidden: true },
  { key: 'customerName', title: '客户', width: 84 },
  { key: 'direction', title: '方向', width: 60, render: (row) => logDirections[row.direction] },
  {
    key: 'kind',
    title: '类型',
    width: 84,
    render: ({ kind }) => {
      const label = logKinds[kind as keyof typeof logKinds] ?? kind;
      return kind === 'alarm' ? <strong className="text-level1-text">{label}</strong> : label;
    },
  },
  { key: 'summary', title: '摘要', width: 320, render: (row) => row.summary || row.text },
  { key: 'protocol', title: '协议', width: 112, hidden: true, render: ({ protocol }) => protocolLabel(protocol) },
  { key: 'gatewayName', title: '网关', width: 120 },
  { key: 'topic', title: '主题', width: 88, hidden: true },
  { key: 'result', title: '结果', width: 84, render: (row) => <Result row={row} /> },
];

const minutes = [5, 15, 60, 360, 1440].map((value) => ({
  value,
  label: value < 60 ? `${value} 分钟` : `${value / 60} 小时`,
}));

function useFilters(): FilterOf<typeof logApi.getEquipmentLogList>[] {
  const protocols = useProtocols();
  return useMemo(
    (): FilterOf<typeof logApi.getEquipmentLogList>[] => [
      { kind: 'text', field: 'sn', label: '设备', placeholder: 'SN / IMEI / 识别号', width: 168 },
      { kind: 'select', field: 'protocol', label: '协议', options: protocols, width: 148 },
      { kind: 'select', field: 'minutes', label: '最近', options: minutes, width: 136 },
      {
        ...{ kind: 'dates', from: 'from', to: 'to', unit: 'instant', timed: true },
        ...{ label: '时间', maxDays: logDays, width: 304 },
      },
      { kind: 'select', field: 'direction', label: '方向', options: optionsOf(logDirections), width: 104 },
      { kind: 'multi', field: 'kind', label: '类型', options: optionsOf(logKinds), width: 152 },
      { kind: 'multi', field: 'result', label: '结果', options: optionsOf(logResults), width: 152 },
      {
        kind: 'select',
        field: 'late',
        label: '补传',
        options: [
          { value: true, label: '是' },
          { value: false, label: '否' },
        ],
        width: 96,
      },
      { kind: 'text', field: 'keyword', label: '内容', placeholder: '文本或十六进制', width: 168 },
      { kind: 'text', field: 'equipmentId', label: '设备编号', elsewhere: true },
      { kind: 'text', field: 'gatewayId', label: '网关', elsewhere: true },
    ],
    [protocols],
  );
}

/** Keeps only one of the filters 最近 and 时间: the one chosen last. */
function useOneSpan(): void {
  const { query, setQuery } = useScreen();
  const recent = query.get('minutes');
  const range = query.get('from') ?? query.get('to');
  const previousRange = useRef<string | null>(null);
  useEffect(() => {
    if (range && recent) setQuery(range === previousRange.current ? { from: null, to: null } : { minutes: null });
    previousRange.current = range;
  }, [range, recent, setQuery]);
}

/** Log of picture 07b over all devices. By default it shows the latest messages of watches. */
export function LogList() {
  const { query, setQuery } = useScreen();
  const table = useRef<DataTableHandle<LogRow>>(null);
  const [rows, setRows] = useState<readonly LogRow[]>([]);
  const [open, setOpen] = useState<string>();
  const filters = useFilters();
  const tail = useTail(table, rows);
  useOneSpan();
  const bare = [...query.keys()].length === 0;
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (opened) return;
    if (bare) setQuery({ protocol: 'watch', minutes: '15' });
    else setOpened(true);
  }, [opened, bare, setQuery]);
  if (bare && !opened) return null;
  const place = rows.findIndex(({ id }) => id === open);
  return (
    <>
      <DataTable
        ref={table}
        name="equipmentLog"
        rowLabel="设备日志"
        endpoint={logApi.getEquipmentLogList}
        columns={columns}
        filters={filters}
        numbered={false}
        maxCounted={maxCounted}
        rowActions={[{ key: 'detail', label: '详情', onClick: (row) => setOpen(row.id) }]}
        actionsWidth={72}
        onOpen={(row) => setOpen(row.id)}
        rowClass={({ id }) => (id === open ? 'chosen' : undefined)}
        onLoaded={(loaded) => setRows(loaded)}
        views={<h1 className="text-sm font-bold">设备日志</h1>}
        actions={
          <>
            <Button
              aria-pressed={tail.on}
              disabled={tail.blocked !== undefined}
              title={tail.blocked}
              onClick={tail.toggle}
            >
              {tail.on ? '● 实时，暂停' : '实时跟踪'}
            </Button>
            <UnknownLink />
            <a className="button inline-flex items-center whitespace-nowrap" href="#/equipment/log/try">
              试解析
            </a>
            {can('equipment:redecode') && <RedecodeButton />}
            <ExportButton endpoint={logApi.exportEquipmentLog} input={() => table.current?.input() ?? {}} />
          </>
        }
        empty={
          <EmptyState reason="这段时间没有消息。换一台设备或放宽时间；设备应在线却没有消息时，看它的号码是否在「未知设备」里。">
            <a className="button" href="#/equipment/log/unknown">
              查看未知设备
            </a>
          </EmptyState>
        }
      />
      {open && (
        <LogDrawer
          id={open}
          onClose={() => setOpen(undefined)}
          newer={rows[place - 1]?.id}
          older={place < 0 ? undefined : rows[place + 1]?.id}
          onShow={setOpen}
        />
      )}
    </>
  );
}
