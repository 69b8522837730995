import type { SectionProps } from '#features/equipment/web/service.ts';
import { simLink } from '#features/sim/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import type { WarnLevel } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { sosLink } from '#shared/sosLink.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';
import { warnsOf } from './equipmentWarns.ts';

type Warn = OutputOf<typeof warnListApi.getWarnList>;

const columns: Column<Warn>[] = [
  {
    key: 'level',
    title: '级别',
    render: ({ level }) => (
      <span className="inline-flex items-center gap-1.5">
        <LevelSign level={level as WarnLevel} size={14} />
        {labelOf('warn_level', String(level))}
      </span>
    ),
  },
  {
    key: 'type',
    title: '类型',
    render: ({ type, equipmentSn }) =>
      type === 'sim' && equipmentSn !== null ? (
        <a href={simLink(equipmentSn)}>{labelOf('warn_type', type)}</a>
      ) : (
        labelOf('warn_type', type)
      ),
  },
  {
    key: 'createdAt',
    title: '告警时间',
    render: ({ createdAt }) => <time title={fullTime(createdAt)}>{listTime(createdAt)}</time>,
  },
  {
    key: 'status',
    title: '状态',
    render: ({ status }) => (
      <span className="inline-flex items-center gap-1.5">
        <WarnStatusGlyph status={status} />
        {labelOf('warn_status', status)}
      </span>
    ),
  },
  {
    key: 'no',
    title: '编号',
    render: ({ id, no }) => (
      <a className="mono" href={sosLink({ id })}>
        {no}
      </a>
    ),
  },
];

/** Shows the newest alarms of the device. */
export default function EquipmentWarns({ device }: SectionProps) {
  const read = useCall(warnListApi.getWarnList, { ...warnsOf(device), limit: 10 });
  return (
    <SectionRows {...read} what="告警" nothing="没有告警。这台设备的求助、跌倒等告警会列在这里。">
      {(rows) => <PanelTable className="record-table" label="告警" columns={columns} rows={rows} />}
    </SectionRows>
  );
}
