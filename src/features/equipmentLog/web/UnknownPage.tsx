import { useEffect, useRef, useState } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { protocols } from '#features/model/contract.ts';
import type { WarnType } from '#shared/codes.ts';
import { maxCounted } from '#shared/envelope.ts';
import { can } from '#web/api/session.ts';
import { Moment } from '#web/crud/columns.tsx';
import { warnTypes } from '#web/data/codeLabels.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { count, missing } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, DataTableHandle, FilterOf } from '#web/table/types.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { logApi } from '../contract.ts';
import { RegisterUnknownForm, type UnknownRow } from './RegisterUnknownForm.tsx';

/** Maximum length of a device number in the alarm list's filter. */
const maxDigits = 32;

/** Shows the number's alarms, for viewers of device warns with a link. */
function Alarms({ number, masked, alarms }: UnknownRow) {
  const labels = alarms.map((type) => warnTypes[type as WarnType] ?? type).join('、');
  if (labels === '') return missing;
  if (!can('warn:list') || !can('warn:device') || masked || number.length > maxDigits) return labels;
  return <a href={`#/warn/sos?view=list&tab=all&equipmentSn=${encodeURIComponent(number)}`}>{labels}</a>;
}

const blocked = ({ masked, gatewayId }: UnknownRow) => {
  if (gatewayId !== null) return '它在网关后面：请在网关的页面「子设备」里登记';
  return masked ? '这个号码也是某人的电话，由可以查看个人信息的人入库' : undefined;
};

const columns: ColumnOf<typeof logApi.getUnknownList>[] = [
  {
    key: 'number',
    title: '号码',
    width: 176,
    fixed: 'left',
    render: ({ number }) => <span className="mono">{number}</span>,
  },
  {
    key: 'protocol',
    title: '协议',
    width: 120,
    render: ({ protocol }) => protocols[protocol as keyof typeof protocols] ?? protocol,
  },
  { key: 'gatewayName', title: '网关', width: 120, render: ({ gatewayName }) => gatewayName ?? missing },
  { key: 'firstAt', title: '首次', width: 112, render: ({ firstAt }) => <Moment at={firstAt} /> },
  { key: 'lastAt', title: '最近', width: 112, sort: true, render: ({ lastAt }) => <Moment at={lastAt} /> },
  { key: 'times', title: '次数', width: 80, align: 'right', sort: true, render: ({ times }) => count(times) },
  { key: 'alarms', title: '告警', width: 200, render: (row) => <Alarms {...row} /> },
];

const filters: FilterOf<typeof logApi.getUnknownList>[] = [
  { kind: 'text', field: 'number', label: '号码', placeholder: '号码或其中一段', width: 208 },
  { kind: 'select', field: 'protocol', label: '协议', options: optionsOf(protocols), width: 176 },
];

/** Page 未知设备: unregistered numbers of the last 7 days, each registered with one click (domain.md 6.20). */
export default function UnknownPage() {
  const { setTitle } = useScreen();
  const table = useRef<DataTableHandle<UnknownRow>>(null);
  const [taking, setTaking] = useState<UnknownRow>();
  const [registered, setRegistered] = useState<{ id: string; number: string }>();
  const may = can('equipment:edit') && can('equipment:list');
  const { data: choice } = useCall(equipmentApi.getEquipmentChoice, {}, { first: true, enabled: may });
  useEffect(() => setTitle('未知设备'), [setTitle]);
  return (
    <>
      <DataTable
        ref={table}
        name="unknownDevice"
        rowLabel="未知设备"
        endpoint={logApi.getUnknownList}
        columns={columns}
        filters={filters}
        maxCounted={maxCounted}
        rowActions={may ? [{ key: 'take', label: '一键入库', onClick: setTaking, blocked }] : []}
        actionsWidth={96}
        views={<h1 className="text-sm font-bold">未知设备</h1>}
        actions={
          <a className="button inline-flex items-center whitespace-nowrap" href="#/equipment/log">
            设备日志
          </a>
        }
        notice={
          registered && (
            <Callout role="status" className="text-[13px]">
              号码 <b className="mono">{registered.number}</b> 已入库，
              <a href={`#/equipment/list/${registered.id}`}>打开设备页</a>
            </Callout>
          )
        }
        empty={
          <EmptyState reason="近 7 天没有未登记的号码发来消息。新设备联网后列表里没有它时，在这里找它的号码；限定了项目的账号只看到报过警的号码。" />
        }
      />
      {taking && choice && (
        <RegisterUnknownForm
          row={taking}
          choice={choice}
          onDone={(id) => setRegistered({ id, number: taking.number })}
          onClosed={() => {
            setTaking(undefined);
            // Another user may have registered the number meanwhile.
            table.current?.reload({ keepPlace: true });
          }}
        />
      )}
    </>
  );
}
