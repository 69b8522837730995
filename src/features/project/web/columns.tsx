import type { projectApi } from '#features/project/contract.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { count } from '#web/data/format.ts';
import type { Column, Filter, Option } from '#web/table/types.ts';
import type { Choices } from './ProjectForms.tsx';

export type Project = OutputOf<typeof projectApi.getProjectList>;

/** Puts the page of a contract in front, as a tab of its own. */
export function openProject({ id }: { id: string }): void {
  location.hash = `#/project/list/${id}`;
}

interface View {
  key: 'all' | 'running' | 'expiring' | 'expired';
  label: string;
  params: Partial<InputOf<typeof projectApi.getProjectList>>;
}

/** Days before the end that a contract is shown as ending soon (domain.md 6.12). */
export const soon = 30;

export const views: readonly [View, ...View[]] = [
  { key: 'all', label: '全部项目', params: {} },
  { key: 'running', label: '运行中', params: { status: ['running'] } },
  { key: 'expiring', label: `${soon} 天内到期`, params: { expiringDays: soon } },
  { key: 'expired', label: '已到期', params: { status: ['expired'] } },
];

export function filtersOf(
  statuses: readonly Option[],
  { departments, areas }: Pick<Choices, 'departments' | 'areas'>,
): Filter[] {
  return [
    { kind: 'text', field: 'keyword', label: '编号 / 名称 / 甲方', placeholder: '编号 / 名称 / 甲方', width: 180 },
    { kind: 'text', field: 'ownerOrg', label: '甲方单位', placeholder: '甲方单位', width: 140 },
    { kind: 'select', field: 'regionCode', label: '区域', options: areas, width: 148 },
    { kind: 'tree', field: 'departmentId', label: '部门', options: departments, width: 140 },
    { kind: 'multi', field: 'status', label: '状态', options: statuses, width: 120 },
  ];
}

export function columnsOf(words: Readonly<Record<string, string>>): Column<Project>[] {
  return [
    {
      key: 'code',
      title: '编号',
      width: 100,
      fixed: 'left',
      sort: true,
      render: (row) => <span className="mono">{row.code}</span>,
    },
    {
      key: 'name',
      title: '名称',
      width: 156,
      fixed: 'left',
      sort: true,
      render: (row) => (
        <a className="project-name bold ink" href={`#/project/list/${row.id}`}>
          {row.name}
        </a>
      ),
    },
    {
      key: 'status',
      title: '状态',
      width: 108,
      plain: true,
      render: (row) => (
        <>
          <Status status={row.status} words={words} /> <Left row={row} />
        </>
      ),
    },
    { key: 'ownerOrg', title: '甲方单位', width: 108 },
    { key: 'regionName', title: '区域', width: 100, render: (row) => shortRegion(row.regionName) },
    { key: 'departmentName', title: '部门', width: 72 },
    { key: 'endDate', title: '起止日期', width: 178, sort: true, render: (row) => <Term row={row} /> },
    {
      key: 'customerCount',
      title: '客户/配额',
      width: 84,
      align: 'right',
      sort: true,
      render: (row) => <Quota used={row.customerCount} quota={row.quotaCustomer} />,
    },
    {
      key: 'equipmentCount',
      title: '设备/配额',
      width: 84,
      align: 'right',
      sort: true,
      render: (row) => <Quota used={row.equipmentCount} quota={row.quotaEquipment} />,
    },
    { key: 'onlineCount', title: '在线率', width: 60, align: 'right', render: (row) => onlineRate(row) },
    {
      key: 'warnCount',
      title: '30天告警',
      width: 76,
      align: 'right',
      sort: true,
      render: (row) => (row.warnCount > 0 ? count(row.warnCount) : undefined),
    },
    { key: 'manager', title: '负责人', width: 60 },
    {
      key: 'claimSeconds',
      title: '接警时限',
      width: 80,
      align: 'right',
      hidden: true,
      render: (row) => `${row.claimSeconds} 秒`,
    },
    { key: 'contact', title: '联系人', width: 80, hidden: true },
    { key: 'hotline', title: '热线号码', width: 120, hidden: true },
    { key: 'timeZone', title: '时区', width: 130, hidden: true },
    { key: 'userCount', title: '专属人员', width: 80, align: 'right', hidden: true },
  ];
}

/** 衢州市柯城区 of 浙江省衢州市柯城区: the province is the same in nearly every row. */
function shortRegion(name: string | null): string | undefined {
  return name?.replace(/^.{2,8}?(省|自治区)(?=.)/, '') || undefined;
}

/** Of the devices that have ever reported; 「—」 while none has. */
export function onlineRate({ onlineCount, reportingCount }: Project): string | undefined {
  return reportingCount === 0 ? undefined : `${Math.round((onlineCount / reportingCount) * 100)}%`;
}

function Quota({ used, quota }: { used: number; quota: number | null }) {
  const share = quota === null || quota === 0 ? 0 : used / quota;
  const tone = share >= 1 ? 'full' : share >= 0.9 ? 'near' : undefined;
  return (
    <span
      className={tone ? `project-quota ${tone}` : undefined}
      title={tone === 'full' ? '配额已满，不能再新增' : undefined}
    >
      {count(used)}/{quota === null ? '不限' : count(quota)}
    </span>
  );
}

export function Term({ row: { startDate, endDate } }: { row: Project }) {
  if (startDate === null && endDate === null) return '长期';
  return `${startDate ?? '—'} 至 ${endDate ?? '长期'}`;
}

/** Only what needs somebody: a contract that ends soon or is over. */
export function Left({ row: { status, daysLeft } }: { row: Project }) {
  if (daysLeft === null || status === 'closed' || daysLeft > soon) return null;
  return (
    <b className="project-left f12">
      {daysLeft < 0 ? `过 ${-daysLeft} 天` : daysLeft === 0 ? '今天' : `剩 ${daysLeft} 天`}
    </b>
  );
}

const signs: Readonly<Record<string, string>> = {
  preparing: '◌',
  running: '●',
  paused: '❚❚',
  expired: '!',
  closed: '✓',
};

export function Status({ status, words }: { status: string; words: Readonly<Record<string, string>> }) {
  return (
    <span className={`project-status ${status} inline gap-6`}>
      <i className="upright center faint" aria-hidden>
        {signs[status]}
      </i>
      {words[status] ?? status}
    </span>
  );
}
