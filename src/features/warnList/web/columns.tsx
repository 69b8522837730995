import { addressLine, deviceText, type WarnRow } from '#features/warn/web/service.ts';
import { can } from '#web/api/session.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { Masked } from '#web/reveal/Masked.tsx';
import type { ColumnOf } from '#web/table/types.ts';
import type { warnListApi } from '../contract.ts';
import {
  AddressCell,
  AlarmTimeCell,
  LevelCell,
  LinesCell,
  NumberCell,
  RepeatCell,
  StateCell,
  TimeCell,
  WaitCell,
  WhoCell,
} from './cells.tsx';
import type { WarnTab } from './tabs.ts';

const followUp: ColumnOf<typeof warnListApi.getWarnList> = {
  key: 'followUpAt',
  title: '回访时间',
  width: 104,
  render: (row) => (row.followUpAt === null ? undefined : <TimeCell iso={row.followUpAt} zone={row.timeZone} />),
};

/**
 * Returns the fourteen columns of domain.md 6.21 (操作 is added by the table), for 待回访 also its time. At 1280 px the
 * masked number is dropped in favour of flat and device. Depends on the dictionary's labels.
 */
export function columnsOf(tab: WarnTab, _labels: unknown): ColumnOf<typeof warnListApi.getWarnList>[] {
  return [
    {
      key: 'level',
      title: '级别',
      width: 66,
      fixed: 'left',
      sort: true,
      noTooltip: true,
      render: (row) => <LevelCell row={row} />,
    },
    { key: 'no', title: '编号', width: 84, sort: true, noTooltip: true, render: (row) => <NumberCell row={row} /> },
    { key: 'type', title: '类型', width: 96, render: (row) => warnTypes[row.type] },
    { key: 'customer', title: '客户', width: 116, sort: 'customerName', render: (row) => <WhoCell row={row} /> },
    { key: 'phone', title: '电话', width: 108, hideOrder: 1, render: phoneOf },
    { key: 'place', title: '地址/位置', width: 124, render: placeCell },
    { key: 'equipmentName', title: '设备', width: 84, render: deviceCell },
    {
      key: 'createdAt',
      title: '告警时间',
      width: 106,
      sort: true,
      noTooltip: true,
      render: (row) => <AlarmTimeCell row={row} />,
    },
    ...(tab === 'followUp' ? [followUp] : []),
    {
      key: 'wait',
      title: '已等待',
      width: 80,
      align: 'right',
      noTooltip: true,
      render: (row) => <WaitCell row={row} />,
    },
    {
      key: 'repeatCount',
      title: '次数',
      width: 54,
      align: 'right',
      sort: true,
      noTooltip: true,
      render: (row) => <RepeatCell row={row} />,
    },
    { key: 'status', title: '状态', width: 132, render: (row) => <StateCell row={row} /> },
    { key: 'handlerName', title: '处理人', width: 58 },
    {
      key: 'escalation',
      title: '升级级别',
      width: 66,
      sort: true,
      render: (row) =>
        row.escalation > 0 ? (
          <b className="inline-flex items-center text-level2-text">{row.escalation} 级</b>
        ) : undefined,
    },
  ];
}

function placeCell(row: WarnRow) {
  const text = addressLine(row);
  if (text === null) return undefined;
  return row.spot === null ? <AddressCell text={text} /> : <LinesCell text={text} />;
}

function deviceCell(row: WarnRow) {
  const text = deviceText(row);
  return text === null ? undefined : <LinesCell text={text} />;
}

/** Returns the masked phone; a known customer's can be revealed while the warn is open, or with `customer:list`. */
function phoneOf(row: WarnRow) {
  const open = row.status === 'pending' || row.status === 'handling';
  if (!row.customerId || !(open || can('customer:list'))) return row.phone;
  return <Masked text={row.phone} object="customer" id={row.customerId} field="mobile" label="电话" dials />;
}
