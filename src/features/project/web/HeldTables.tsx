import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import type { WarnLevel } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { useWords } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { Masked } from '#web/reveal/Masked.tsx';
import { DataTable } from '#web/table/DataTable.tsx';
import type { Column } from '#web/table/types.ts';
import { LevelSign, OnlineGlyph, WarnStatusGlyph } from '#web/ui/icons.tsx';

type Customer = OutputOf<typeof customerApi.getCustomerList>;
type Equipment = OutputOf<typeof equipmentApi.getEquipmentList>;
type Warn = OutputOf<typeof warnApi.getWarnList>;

/** Nothing for what has not been: the cell says so itself. */
function timeOf(iso: string | null) {
  return iso === null ? undefined : <time title={fullTime(iso)}>{listTime(iso)}</time>;
}

/** The people served under a contract, masked as in every list. */
export function CustomerTable({ id }: { id: string }) {
  const genders = useWords('gender') as Readonly<Record<string, string>>;
  const states = useWords('service_state') as Readonly<Record<string, string>>;
  const columns: Column<Customer>[] = [
    { key: 'no', title: '编号', width: 104 },
    { key: 'name', title: '姓名', width: 104, render: (row) => <strong>{row.name}</strong> },
    { key: 'gender', title: '性别', width: 56, render: (row) => genders[String(row.gender)] },
    { key: 'age', title: '年龄', width: 56, align: 'right' },
    {
      key: 'mobile',
      title: '手机',
      width: 136,
      plain: true,
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
      render: (row) => (row.openWarnCount === 0 ? undefined : <b className="project-left f12">{row.openWarnCount}</b>),
    },
    { key: 'serviceState', title: '服务状态', width: 96, render: (row) => states[row.serviceState] },
  ];
  return (
    <DataTable
      key="customers"
      name="project.customers"
      noun="客户"
      endpoint={customerApi.getCustomerList}
      columns={columns}
      params={{ projectId: id }}
      bare
    />
  );
}

/** The devices under a contract. */
export function EquipmentTable({ id }: { id: string }) {
  const online = useWords('online') as Readonly<Record<string, string>>;
  const states = useWords('equipment_state') as Readonly<Record<string, string>>;
  const columns: Column<Equipment>[] = [
    { key: 'sn', title: '设备编号', width: 132, sort: true, render: (row) => <span className="mono">{row.sn}</span> },
    { key: 'name', title: '名称', width: 160, sort: true },
    { key: 'model', title: '型号', width: 104 },
    { key: 'customerName', title: '使用人', width: 104 },
    {
      key: 'online',
      title: '在线',
      width: 96,
      plain: true,
      render: (row) => (
        <span className="inline gap-6">
          <OnlineGlyph online={row.online} />
          {online[row.online]}
        </span>
      ),
    },
    {
      key: 'battery',
      title: '电量',
      width: 64,
      align: 'right',
      render: (row) =>
        row.battery === null ? undefined : row.battery <= 20 ? (
          <b className="project-left f12">{row.battery}%</b>
        ) : (
          `${row.battery}%`
        ),
    },
    { key: 'lastSeenAt', title: '最近上报', width: 112, sort: true, render: (row) => timeOf(row.lastSeenAt) },
    { key: 'state', title: '状态', width: 80, render: (row) => states[row.state] },
  ];
  return (
    <DataTable
      key="equipment"
      name="project.equipment"
      noun="设备"
      endpoint={equipmentApi.getEquipmentList}
      columns={columns}
      params={{ projectId: id }}
      bare
    />
  );
}

/** The alarms under a contract; open ones first, as everywhere. */
export function WarnTable({ id }: { id: string }) {
  const levels = useWords('warn_level') as Readonly<Record<string, string>>;
  const types = useWords('warn_type') as Readonly<Record<string, string>>;
  const statuses = useWords('warn_status') as Readonly<Record<string, string>>;
  const columns: Column<Warn>[] = [
    {
      key: 'level',
      title: '级别',
      width: 76,
      sort: true,
      plain: true,
      render: (row) => (
        <span className="inline gap-6">
          <LevelSign level={row.level as WarnLevel} /> {levels[String(row.level)]}
        </span>
      ),
    },
    { key: 'no', title: '编号', width: 150, sort: true, render: (row) => <span className="mono">{row.no}</span> },
    { key: 'type', title: '类型', width: 112, render: (row) => types[row.type] },
    { key: 'customerName', title: '客户', width: 104, sort: true },
    { key: 'createdAt', title: '告警时间', width: 112, sort: true, render: (row) => timeOf(row.createdAt) },
    {
      key: 'status',
      title: '状态',
      width: 96,
      plain: true,
      render: (row) => (
        <span className="inline gap-6">
          <WarnStatusGlyph status={row.status} />
          {statuses[row.status]}
        </span>
      ),
    },
    { key: 'handlerName', title: '处理人', width: 88 },
    {
      key: 'escalation',
      title: '升级',
      width: 64,
      sort: true,
      render: (row) => (row.escalation > 0 ? <b className="project-left f12">{row.escalation} 级</b> : undefined),
    },
  ];
  return (
    <DataTable
      key="warns"
      name="project.warns"
      noun="告警"
      endpoint={warnApi.getWarnList}
      columns={columns}
      params={{ projectId: id }}
      bare
    />
  );
}
