import type { sleepApi } from '#features/sleep/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { nightMarks, nightStates } from '#shared/health/night/marks.ts';
import { weekdayOf } from '#web/chart/timeAxis.ts';
import { missing } from '#web/data/format.ts';
import type { ColumnOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { clockText, hoursText, minutesText, nightLink, numberText } from './format.ts';

export type NightRow = OutputOf<typeof sleepApi.getNightList>;

/** Marks that are no fault of the night, but say what there is to see. */
const quiet: readonly string[] = ['no_stages', 'revised'];

export function Marks({ marks }: Pick<NightRow, 'marks'>) {
  if (marks.length === 0) return missing;
  return (
    <span className="inline-flex items-center gap-1" title={marks.map((mark) => nightMarks[mark]).join('、')}>
      {marks.map((mark) => (
        <Badge key={mark} {...(!quiet.includes(mark) && { tone: 'warn' as const })}>
          {nightMarks[mark]}
        </Badge>
      ))}
    </span>
  );
}

/** Columns of the list of nights (domain.md 6.24). */
export const listColumns: readonly ColumnOf<typeof sleepApi.getNightList>[] = [
  {
    ...{ key: 'customerName', title: '客户', width: 96, fixed: 'left', sort: 'name' },
    render: ({ id, customerName }) => (
      <a className="truncate text-text font-bold" href={nightLink(id)}>
        {customerName}
      </a>
    ),
  },
  {
    ...{ key: 'night', title: '日期', width: 96, sort: true },
    render: ({ night }) => `${night.slice(5)} ${weekdayOf(night)}`,
  },
  { key: 'state', title: '状态', width: 64, render: ({ state }) => nightStates[state] },
  { key: 'bedFrom', title: '上床', width: 64, sort: true, render: ({ bedFrom, zone }) => clockText(bedFrom, zone) },
  { key: 'asleepFrom', title: '入睡', width: 64, render: ({ asleepFrom, zone }) => clockText(asleepFrom, zone) },
  { key: 'asleepTo', title: '醒来', width: 64, render: ({ asleepTo, zone }) => clockText(asleepTo, zone) },
  {
    ...{ key: 'bedTo', title: '起床', width: 64, sort: true },
    render: ({ bedTo, zone }) => (bedTo === null ? '在床' : clockText(bedTo, zone)),
  },
  { key: 'tib', title: '在床', width: 64, align: 'right', sort: true, render: ({ tib }) => hoursText(tib) },
  { key: 'tst', title: '睡眠', width: 64, align: 'right', sort: true, render: ({ tst }) => hoursText(tst) },
  {
    ...{ key: 'stages', title: '深 / 浅 / REM / 清醒', width: 168, align: 'right', hideOrder: 3 },
    render: ({ deep, light, rem, awake }) => [deep, light, rem, awake].map(hoursText).join(' / '),
  },
  { key: 'se', title: '效率 %', width: 72, align: 'right', sort: true, render: ({ se }) => numberText(se, 1) },
  {
    ...{ key: 'met', title: '达标', width: 56, align: 'right', sort: true },
    render: ({ met }) => (met === null ? missing : `${met}/4`),
  },
  { key: 'exits', title: '离床', width: 56, align: 'right', sort: true },
  {
    ...{ key: 'longestExit', title: '最长离床', width: 80, align: 'right', hidden: true },
    render: ({ longestExit }) => `${minutesText(longestExit)} 分`,
  },
  { key: 'hr', title: '心率', width: 56, align: 'right', sort: true, render: ({ hr }) => numberText(hr?.avg) },
  { key: 'rr', title: '呼吸', width: 56, align: 'right', sort: true, render: ({ rr }) => numberText(rr?.avg, 1) },
  { key: 'rollovers', title: '翻身', width: 56, align: 'right', hideOrder: 1 },
  {
    ...{ key: 'breathIndex', title: '呼吸事件指数', width: 104, align: 'right', sort: true, hideOrder: 2 },
    render: ({ breathIndex }) => numberText(breathIndex, 1),
  },
  { key: 'vendorScore', title: '厂商评分', width: 72, align: 'right', hidden: true },
  {
    ...{ key: 'coverage', title: '覆盖 %', width: 64, align: 'right', hidden: true },
    render: ({ coverage }) => numberText(coverage),
  },
  { key: 'marks', title: '异常', width: 168, noTooltip: true, render: Marks },
  { key: 'equipmentName', title: '设备', width: 168, hideOrder: 4 },
  { key: 'remark', title: '备注', width: 160, hidden: true },
];
