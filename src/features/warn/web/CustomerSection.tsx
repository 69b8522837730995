import { warnListApi } from '#features/warnList/contract.ts';
import type { WarnLevel } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { maxCounted } from '#shared/envelope.ts';
import { asList, sosLink } from '#shared/sosLink.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { SlotProps } from '#web/screen/manifest.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';

type Warn = OutputOf<typeof warnListApi.getWarnList>;

/** Number of latest alarms shown; the alarm list has all. */
const shown = 10;

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
  { key: 'type', title: '类型', render: ({ type }) => labelOf('warn_type', type) },
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
    key: 'result',
    title: '处置结果',
    render: ({ result, falseReason }) =>
      result ? labelOf('warn_result', result) : falseReason && labelOf('false_reason', falseReason),
  },
  { key: 'handlerName', title: '处理人' },
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

/** Shows the customer's latest counted alarms, open ones first, with their results. */
export default function CustomerSection({ record: { id } }: SlotProps<'customerSection'>) {
  const rows = useCall(warnListApi.getWarnList, { customerId: id, counted: true, limit: shown });
  return (
    <SectionRows {...rows} what="告警" nothing="没有告警">
      {(items, count) => (
        <>
          <PanelTable className="record-table" label="告警与处置" columns={columns} rows={items} />
          {count > items.length && (
            <p className="text-[13px] mt-2">
              <a href={sosLink({ ...asList, customerId: id, counted: '1' })}>
                全部 {count > maxCounted ? '10,000+' : count} 条告警
              </a>
            </p>
          )}
        </>
      )}
    </SectionRows>
  );
}
