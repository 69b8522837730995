import type { ReactNode } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import type { WarnLevel } from '#shared/codes.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { useLabels } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { Masked } from '#web/reveal/Masked.tsx';
import { DataTable } from '#web/table/DataTable.tsx';
import type { ColumnOf, DataTableProps } from '#web/table/types.ts';
import { LevelSign, OnlineGlyph, WarnStatusGlyph } from '#web/ui/icons.tsx';
import { Due } from './columns.tsx';
import { userColumns } from './userColumns.tsx';

type Labels = Readonly<Record<string, string>>;

/** Returns undefined without a time: the cell then shows its placeholder. */
function timeOf(iso: string | null) {
  return iso === null ? undefined : <time title={fullTime(iso)}>{listTime(iso)}</time>;
}

/** Icon followed by its label. */
function Signed({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {sign}
      {children}
    </span>
  );
}

const code = (text: string) => <span className="mono">{text}</span>;

/** Table of a project's rows with its own column settings. */
function ProjectTable<E extends Endpoint>(
  props: Pick<DataTableProps<E>, 'name' | 'rowLabel' | 'endpoint' | 'columns' | 'params' | 'empty'>,
) {
  return <DataTable {...props} name={`project.${props.name}`} bare />;
}

/** Customers of a contract, masked as in every list. */
export function CustomerTable({ id }: { id: string }) {
  const genders: Labels = useLabels('gender');
  const states: Labels = useLabels('service_state');
  const columns: ColumnOf<typeof customerApi.getCustomerList>[] = [
    { key: 'no', title: '编号', width: 104 },
    { key: 'name', title: '姓名', width: 104, render: (row) => <strong>{row.name}</strong> },
    { key: 'gender', title: '性别', width: 56, render: (row) => genders[String(row.gender)] },
    { key: 'age', title: '年龄', width: 56, align: 'right' },
    {
      key: 'mobile',
      title: '手机',
      width: 136,
      noTooltip: true,
      render: (row) => <Masked text={row.mobile} object="customer" id={row.id} field="mobile" label="手机" />,
    },
    { key: 'address', title: '居住地址', width: 200 },
    {
      key: 'equipmentCount',
      title: '设备',
      width: 64,
      align: 'right',
      render: (row) => (row.equipmentCount === 0 ? undefined : `${row.onlineCount}/${row.equipmentCount}`),
    },
    {
      key: 'openWarnCount',
      title: '未结案告警',
      width: 88,
      align: 'right',
      render: (row) => (row.openWarnCount === 0 ? undefined : <Due>{row.openWarnCount}</Due>),
    },
    { key: 'serviceState', title: '服务状态', width: 96, render: (row) => states[row.serviceState] },
  ];
  const endpoint = customerApi.getCustomerList;
  return (
    <ProjectTable
      key="customers"
      name="customers"
      rowLabel="客户"
      {...{ endpoint, columns, params: { projectId: id } }}
    />
  );
}

function batteryOf(percent: number | null) {
  if (percent === null) return undefined;
  return percent <= 20 ? <Due>{percent}%</Due> : `${percent}%`;
}

/** Devices of a contract. */
export function EquipmentTable({ id }: { id: string }) {
  const online: Labels = useLabels('online');
  const states: Labels = useLabels('equipment_state');
  const columns: ColumnOf<typeof equipmentApi.getEquipmentList>[] = [
    { key: 'sn', title: '设备编号', width: 132, sort: true, render: (row) => code(row.sn) },
    { key: 'name', title: '名称', width: 160, sort: true },
    { key: 'model', title: '型号', width: 104 },
    { key: 'customerName', title: '使用人', width: 104 },
    {
      key: 'online',
      title: '在线',
      width: 96,
      noTooltip: true,
      render: (row) => <Signed sign={<OnlineGlyph online={row.online} />}>{online[row.online]}</Signed>,
    },
    { key: 'battery', title: '电量', width: 64, align: 'right', render: (row) => batteryOf(row.battery) },
    { key: 'lastSeenAt', title: '最近上报', width: 112, sort: true, render: (row) => timeOf(row.lastSeenAt) },
    { key: 'state', title: '状态', width: 80, render: (row) => states[row.state] },
  ];
  const endpoint = equipmentApi.getEquipmentList;
  return (
    <ProjectTable
      key="equipment"
      name="equipment"
      rowLabel="设备"
      {...{ endpoint, columns, params: { projectId: id } }}
    />
  );
}

/** Warns of a contract, open ones first. */
export function WarnTable({ id }: { id: string }) {
  const levels: Labels = useLabels('warn_level');
  const types: Labels = useLabels('warn_type');
  const statuses: Labels = useLabels('warn_status');
  const columns: ColumnOf<typeof warnListApi.getWarnList>[] = [
    {
      key: 'level',
      title: '级别',
      width: 76,
      sort: true,
      noTooltip: true,
      render: (row) => <Signed sign={<LevelSign level={row.level as WarnLevel} />}>{levels[String(row.level)]}</Signed>,
    },
    { key: 'no', title: '编号', width: 150, sort: true, render: (row) => code(row.no) },
    { key: 'type', title: '类型', width: 112, render: (row) => types[row.type] },
    { key: 'customerName', title: '客户', width: 104, sort: true },
    { key: 'createdAt', title: '告警时间', width: 112, sort: true, render: (row) => timeOf(row.createdAt) },
    {
      key: 'status',
      title: '状态',
      width: 96,
      noTooltip: true,
      render: (row) => <Signed sign={<WarnStatusGlyph status={row.status} />}>{statuses[row.status]}</Signed>,
    },
    { key: 'handlerName', title: '处理人', width: 88 },
    {
      key: 'escalation',
      title: '升级',
      width: 64,
      sort: true,
      render: (row) => (row.escalation > 0 ? <Due>{row.escalation} 级</Due> : undefined),
    },
  ];
  const endpoint = warnListApi.getWarnList;
  return (
    <ProjectTable key="warns" name="warns" rowLabel="告警" {...{ endpoint, columns, params: { projectId: id } }} />
  );
}

/** Users of a contract: bound to it alone or with others. */
export function UserTable({ id }: { id: string }) {
  return (
    <ProjectTable
      key="people"
      name="people"
      rowLabel="人员"
      endpoint={projectApi.getProjectUserList}
      columns={userColumns}
      params={{ id }}
      empty="没有只负责这个项目的人员；不限项目的人员都能看到它。"
    />
  );
}
