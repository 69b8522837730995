import { Battery, Online, Signal } from '#features/equipment/web/service.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import type { WarnType } from '#shared/codes.ts';
import { can } from '#web/api/session.ts';
import { Moment } from '#web/crud/columns.tsx';
import { warnTypes } from '#web/data/codeLabels.ts';
import { missing } from '#web/data/format.ts';
import type { ColumnOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Child } from './types.ts';

const badges = { new: ['新', 'info'], elsewhere: ['别处', 'notice'] } as const;

/** Returns what stands behind the name: the model, what the gateway says of it, or where it belongs. */
function noteOf({ known, modelName, vendor, model, kind, refused, equipmentId, gatewayName }: Child): string {
  if (known === 'registered') return modelName ?? '';
  if (known === 'elsewhere') {
    if (gatewayName) return `在 ${gatewayName}`;
    return equipmentId ? '已登记，不归任何网关' : '登记在你的数据范围之外';
  }
  return [refused, vendor, model ?? kind].filter(Boolean).join(' ');
}

/** Name of a child, with the alarms that came before it was registered. */
function Name(row: Child) {
  const { known, equipmentId, equipmentName, wireName, number, alarms } = row;
  const name = equipmentName ?? wireName ?? number;
  const note = noteOf(row);
  return (
    <span className="inline-flex items-center gap-1.5 min-w-0" title={`${name} ${note}`}>
      {equipmentId && can('equipment:list') ? (
        <a className="text-text font-bold truncate" href={`#/equipment/list/${equipmentId}`}>
          {name}
        </a>
      ) : (
        <b className="truncate">{name}</b>
      )}
      {known !== 'registered' && alarms.length > 0 && (
        <Badge tone="urgent" filled>
          {alarms.map((type) => warnTypes[type as WarnType] ?? type).join('、')}
        </Badge>
      )}
      <span className="text-text3 truncate">{note}</span>
    </span>
  );
}

/** Online state of a registered child; of another one what the gateway reports. */
function State({ online, reported }: Child) {
  if (online) return <Online online={online} offlineSince={null} />;
  if (!reported) return missing;
  return (
    <span title="网关的说法">
      <Online online={reported} offlineSince={null} />
    </span>
  );
}

const isMains = (power: string | null) => power !== null && !/batter/i.test(power);

/** Columns of a gateway's children (picture 20). */
export const columns: ColumnOf<typeof gatewayApi.getChildList>[] = [
  {
    key: 'position',
    title: '位置',
    width: 80,
    fixed: 'left',
    render: ({ known, position }) => {
      if (known === 'registered') return position ?? missing;
      const [label, tone] = badges[known];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { key: 'name', title: '名称', width: 204, render: (row) => <Name {...row} /> },
  {
    key: 'number',
    title: '线上名',
    width: 144,
    hideOrder: 1,
    render: ({ wireName, number }) => (
      <span className="mono" title={number}>
        {wireName ?? number}
      </span>
    ),
  },
  {
    key: 'customerName',
    title: '客户',
    width: 72,
    render: ({ customerId, customerName }) =>
      customerId ? (
        <a className="text-text" href={`#/customer/list/${customerId}`}>
          {customerName}
        </a>
      ) : (
        missing
      ),
  },
  { key: 'online', title: '在线', width: 100, render: (row) => <State {...row} /> },
  {
    key: 'signal',
    title: '信号',
    width: 80,
    sort: true,
    render: ({ signal }) =>
      signal === null ? (
        missing
      ) : (
        <span className="inline-flex items-center gap-1.5">
          <Signal signal={signal} /> <span className="text-text3">{signal}</span>
        </span>
      ),
  },
  {
    key: 'battery',
    title: '电量',
    width: 88,
    sort: true,
    render: ({ battery, power }) => <Battery battery={battery} batteryDays={null} mains={isMains(power)} />,
  },
  {
    key: 'lastSeenAt',
    title: '最近上报',
    width: 96,
    sort: true,
    hideOrder: 2,
    render: ({ lastSeenAt }) => (lastSeenAt ? <Moment at={lastSeenAt} /> : missing),
  },
];
