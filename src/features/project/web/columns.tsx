import type { ReactNode } from 'react';
import type { projectApi } from '#features/project/contract.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Cells } from '#web/crud/columns.tsx';
import type { FilterSpecOf } from '#web/crud/filters.ts';
import { count } from '#web/data/format.ts';
import type { Option } from '#web/table/types.ts';
import type { Choices } from './useChoices.ts';

export type Project = OutputOf<typeof projectApi.getProjectList>;

/** Opens the page of a contract as a tab. */
export function showProject({ id }: { id: string }): void {
  location.hash = `#/project/list/${id}`;
}

interface View {
  key: 'all' | 'running' | 'expiring' | 'expired';
  label: string;
  params: Partial<InputOf<typeof projectApi.getProjectList>>;
}

/** Days before the end from which a contract is shown as ending soon (domain.md 6.12). */
export const soon = 30;

export const views: readonly [View, ...View[]] = [
  { key: 'all', label: '全部项目', params: {} },
  { key: 'running', label: '运行中', params: { status: ['running'] } },
  { key: 'expiring', label: `${soon} 天内到期`, params: { expiringDays: soon } },
  { key: 'expired', label: '已到期', params: { status: ['expired'] } },
];

/** Columns of the list in their order (domain.md 6.12). */
export const columns = [
  'code',
  'name',
  'status',
  'ownerOrg',
  'regionName',
  'departmentName',
  'endDate',
  'customerCount',
  'equipmentCount',
  'onlineCount',
  'warnCount',
  'manager',
  'claimSeconds',
  'contact',
  'hotline',
  'timeZone',
  'userCount',
] as const satisfies readonly (keyof Project)[];

export const filtersOf = (
  departments: Choices['departments'],
  areas: readonly Option[],
): readonly FilterSpecOf<typeof projectApi.getProjectList>[] => [
  ['keyword', { label: '编号 / 名称 / 甲方', placeholder: '编号 / 名称 / 甲方', width: 180 }],
  { kind: 'text', field: 'ownerOrg', label: '甲方单位', placeholder: '甲方单位', width: 140 },
  { kind: 'select', field: 'regionCode', label: '区域', options: areas, width: 148 },
  { kind: 'tree', field: 'departmentId', label: '部门', options: departments, width: 140 },
  ['status', { width: 120 }],
];

/** Cells that show more than their field. */
export const cellsOf = (labels: Readonly<Record<string, string>>): Cells<Project> => ({
  code: (row) => <span className="mono">{row.code}</span>,
  name: (row) => (
    <a className="project-name font-bold text-text" href={`#/project/list/${row.id}`}>
      {row.name}
    </a>
  ),
  status: (row) => (
    <>
      <Status status={row.status} labels={labels} /> <Left row={row} />
    </>
  ),
  regionName: (row) => shortRegion(row.regionName),
  endDate: (row) => <Term row={row} />,
  customerCount: (row) => <Quota used={row.customerCount} quota={row.quotaCustomer} />,
  equipmentCount: (row) => <Quota used={row.equipmentCount} quota={row.quotaEquipment} />,
  onlineCount: (row) => onlineRate(row),
  warnCount: (row) => (row.warnCount > 0 ? count(row.warnCount) : undefined),
  claimSeconds: (row) => `${row.claimSeconds} 秒`,
});

/** Returns 衢州市柯城区 of 浙江省衢州市柯城区: the province is equal in nearly every row. */
function shortRegion(name: string | null): string | undefined {
  return name?.replace(/^.{2,8}?(省|自治区)(?=.)/, '') || undefined;
}

/** Returns the online rate among devices that have ever reported; shown as 「—」 when there are none. */
export function onlineRate({ onlineCount, reportingCount }: Project): string | undefined {
  return reportingCount === 0 ? undefined : `${Math.round((onlineCount / reportingCount) * 100)}%`;
}

function Quota({ used, quota }: { used: number; quota: number | null }) {
  const share = quota === null || quota === 0 ? 0 : used / quota;
  const full = share >= 1;
  return (
    <span
      className={full ? 'font-bold text-level1-text' : share >= 0.9 ? 'font-bold text-level2-text' : undefined}
      title={full ? '配额已满，不能再新增' : undefined}
    >
      {count(used)}/{quota === null ? '不限' : count(quota)}
    </span>
  );
}

export function Term({ row: { startDate, endDate } }: { row: Project }) {
  if (startDate === null && endDate === null) return '长期';
  return `${startDate ?? '—'} 至 ${endDate ?? '长期'}`;
}

/** Text in red that needs attention. */
export function Due({ children }: { children: ReactNode }) {
  return <b className="text-xs text-level2-text">{children}</b>;
}

/** Remaining days, only for a contract that ends soon or is over. */
export function Left({ row: { status, daysLeft } }: { row: Project }) {
  if (daysLeft === null || status === 'closed' || daysLeft > soon) return null;
  return <Due>{daysLeft < 0 ? `过 ${-daysLeft} 天` : daysLeft === 0 ? '今天' : `剩 ${daysLeft} 天`}</Due>;
}

const signs: Readonly<Record<string, string>> = {
  preparing: '◌',
  running: '●',
  paused: '❚❚',
  expired: '!',
  closed: '✓',
};

export function Status({ status, labels }: { status: string; labels: Readonly<Record<string, string>> }) {
  const stopped = status === 'paused' || status === 'expired';
  return (
    <span className={`project-status ${status} inline-flex items-center gap-1.5 ${stopped ? 'text-level2-text' : ''}`}>
      <i
        className={`not-italic text-center ${stopped ? '' : status === 'running' ? 'text-success' : 'text-text3'}`}
        aria-hidden
      >
        {signs[status]}
      </i>
      {labels[status] ?? status}
    </span>
  );
}
