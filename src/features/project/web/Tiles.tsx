import { count, duration, missing } from '#web/data/format.ts';
import { Tile } from '#web/ui/Tile.tsx';
import { onlineRate, soon } from './columns.tsx';
import type { Overview } from './tabs.ts';

interface Figure {
  label: string;
  value: string;
  note: string;
  /** Set when the figure needs attention. */
  tone?: 'near' | 'full';
}

const percent = (part: number, total: number) => (total === 0 ? missing : `${Math.round((part / total) * 100)}%`);

function quotaTile(label: string, used: number, quota: number | null, unit: string): Figure {
  const share = quota ? used / quota : 0;
  const note = quota === null ? '不限配额' : `配额 ${count(quota)} ${unit}，余 ${count(Math.max(0, quota - used))}`;
  return {
    label,
    value: count(used),
    note: share >= 1 ? `${note}，不能再新增` : note,
    ...(share >= 1 ? { tone: 'full' } : share >= 0.9 ? { tone: 'near' } : {}),
  };
}

function endTile({ endDate, daysLeft, status }: Overview['project']): Figure {
  if (endDate === null || daysLeft === null) return { label: '到期', value: '长期', note: '没有结束日期' };
  if (status === 'closed') return { label: '到期', value: endDate, note: '已结项' };
  if (daysLeft < 0) return { label: '到期', value: endDate, note: `已过 ${-daysLeft} 天`, tone: 'full' };
  return { label: '到期', value: endDate, note: `剩 ${daysLeft} 天`, ...(daysLeft <= soon ? { tone: 'near' } : {}) };
}

function tilesOf({ project, warn, lowBattery }: Overview): Figure[] {
  const { onlineCount, reportingCount } = project;
  return [
    quotaTile('客户', project.customerCount, project.quotaCustomer, '人'),
    quotaTile('设备', project.equipmentCount, project.quotaEquipment, '台'),
    {
      label: '在线率',
      value: onlineRate(project) ?? missing,
      note: reportingCount === 0 ? '还没有设备上报过' : `${count(onlineCount)}/${count(reportingCount)} 台上报过的`,
    },
    {
      label: '低电量',
      value: count(lowBattery),
      note: '电量 20% 及以下',
      ...(lowBattery > 0 ? { tone: 'near' } : {}),
    },
    { label: '近 30 天告警', value: count(warn.total), note: `未结案 ${count(warn.open)} 条` },
    {
      label: '按时接警',
      value: percent(warn.total - warn.overdue, warn.total),
      note: warn.overdue === 0 ? `时限 ${duration(project.claimSeconds)}` : `超时 ${count(warn.overdue)} 条`,
    },
    {
      label: '接警中位',
      value: warn.claimSeconds === null ? missing : duration(Math.round(warn.claimSeconds)),
      note: `误报 ${percent(warn.false, warn.total)}`,
    },
    endTile(project),
  ];
}

/** Key figures of the contract, counted over the viewer's departments. */
export function Tiles({ overview }: { overview: Overview }) {
  return (
    <ul className="tiles project-tiles flex-none border-b border-line">
      {tilesOf(overview).map(({ label, value, note, tone }) => (
        <Tile key={label} name={label} figure={value} note={note} className={tone && `project-quota ${tone}`} />
      ))}
    </ul>
  );
}
