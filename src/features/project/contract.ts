import { keysOf, projectStatuses } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import { exportOf } from '#shared/export.ts';
import type { Room } from '#shared/room.ts';
import { type Static, Type } from '#shared/typebox.ts';

/** One rung of the escalation ladder (domain.md 7.4). */
export const Rung = strict({
  /** Seconds after the alarm came, for level 1; level 2 waits three times, level 3 ten times as long. */
  after: Type.Integer({ minimum: 3, maximum: 86_400, title: '等待秒数', msg: '等待秒数须在3至86400之间' }),
  /** Who is told: 班长, 部门负责人, 平台管理员. */
  target: Type.Enum(['leader', 'manager', 'admin'], { title: '通知对象' }),
});
export type Rung = Static<typeof Rung>;

const Seconds = (title: string) =>
  Type.Integer({ minimum: 3, maximum: 86_400, title, msg: `${title}须在3至86400之间` });
const StatusCode = Type.Enum(keysOf(projectStatuses), { title: '状态', dictionary: 'project_status' });
const Version = Type.Integer({ minimum: 1, title: '版本' });
const Day = (title: string) => Type.String({ format: 'date', title });
const Quota = (title: string) => Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 10_000_000, title })));
const Words = (title: string, max: number) => Type.Optional(nullable(Type.String({ maxLength: max, title })));
const Phone = (title: string) =>
  Type.Optional(
    nullable(
      Type.String({
        pattern: '^(1[3-9]\\d{9}|0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?|1\\d{2}|12\\d{3}|95\\d{3,6}|400\\d{7})$',
        title,
        msg: '号码格式不正确',
      }),
    ),
  );

const ProjectRow = strict({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  ownerOrg: nullable(Type.String()),
  creditCode: nullable(Type.String()),
  contact: nullable(Type.String()),
  phone: nullable(Type.String()),
  manager: nullable(Type.String()),
  regionCode: nullable(Type.String()),
  remark: nullable(Type.String()),
  departmentId: Id,
  departmentName: Type.String(),
  startDate: nullable(Type.String()),
  endDate: nullable(Type.String()),
  /** Days until the last one, in the project's zone; negative once it is over. */
  daysLeft: nullable(Type.Integer()),
  customerCount: Type.Integer(),
  quotaCustomer: nullable(Type.Integer()),
  equipmentCount: Type.Integer(),
  quotaEquipment: nullable(Type.Integer()),
  /** Of the devices that have ever reported. */
  onlineCount: Type.Integer(),
  reportingCount: Type.Integer(),
  /** Alarms of the last 30 days. */
  warnCount: Type.Integer(),
  userCount: Type.Integer(),
  status: StatusCode,
  timeZone: Type.String(),
  claimSeconds: Type.Integer(),
  progressSeconds: Type.Integer(),
  ladder: Type.Array(Rung),
  hotline: nullable(Type.String()),
  screenTitle: nullable(Type.String()),
  createdAt: Instant,
  version: Type.Integer(),
});

const fields = {
  name: Type.String({ pattern: '^\\S(.*\\S)?$', minLength: 2, maxLength: 50, title: '名称', msg: '请输入2-50位名称' }),
  ownerOrg: Words('甲方单位', 100),
  creditCode: Type.Optional(
    nullable(Type.String({ pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$', title: '信用代码', msg: '信用代码校验不通过' })),
  ),
  contact: Words('联系人', 20),
  phone: Phone('电话'),
  manager: Words('负责人', 20),
  departmentId: Type.String({ ...Id, title: '部门', msg: '请选择部门' }),
  regionCode: Type.Optional(
    nullable(
      Type.String({ pattern: '^(\\d{6}|\\d{9}|\\d{12})$', title: '行政区划', msg: '行政区划代码为6、9或12位数字' }),
    ),
  ),
  startDate: Type.Optional(nullable(Day('开始日期'))),
  endDate: Type.Optional(nullable(Day('结束日期'))),
  quotaCustomer: Quota('客户配额'),
  quotaEquipment: Quota('设备配额'),
  hotline: Phone('热线号码'),
  remark: Words('备注', 500),
};
const Changed = strict({ id: Id, version: Type.Integer() });

const getProjectList = list('/api/project/getProjectList', {
  title: '项目列表',
  permission: 'project:list',
  filters: {
    status: Type.Optional(Type.Array(StatusCode, { maxItems: 5, title: '状态' })),
    departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })),
    ownerOrg: Type.Optional(Type.String({ maxLength: 50, title: '甲方单位' })),
    /** Last day within this many days. */
    expiringDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650, title: '到期天数' })),
  },
  sort: ['name', 'code', 'createdAt', 'endDate', 'customerCount', 'equipmentCount', 'warnCount'],
  row: ProjectRow,
});

export const projectApi = {
  getProjectList,
  exportProject: exportOf(getProjectList, {
    path: '/api/project/exportProject',
    title: '导出项目',
    permission: 'project:export',
    columns: {
      code: '编号',
      name: '名称',
      status: '状态',
      ownerOrg: '甲方单位',
      departmentName: '部门',
      regionCode: '行政区划',
      startDate: '开始日期',
      endDate: '结束日期',
      customerCount: '客户数',
      quotaCustomer: '客户配额',
      equipmentCount: '设备数',
      quotaEquipment: '设备配额',
      onlineRate: '在线率 %',
      warnCount: '30天告警',
      manager: '负责人',
      contact: '联系人',
      hotline: '热线号码',
    },
  }),
  addProject: post('/api/project/addProject', {
    title: '新增项目',
    permission: 'project:edit',
    input: {
      code: Type.String({
        pattern: '^[A-Za-z0-9_-]{2,30}$',
        title: '编号',
        msg: '编号为2-30位字母、数字、下划线或短横',
      }),
      ...fields,
    },
    output: Changed,
  }),
  editProject: post('/api/project/editProject', {
    title: '编辑项目',
    permission: 'project:edit',
    input: {
      id: Id,
      version: Version,
      ...fields,
      name: Type.Optional(fields.name),
      departmentId: Type.Optional(fields.departmentId),
      code: Type.Optional(Type.String({ maxLength: 30, title: '编号' })),
    },
    output: Changed,
  }),
  editProjectConfig: post('/api/project/editProjectConfig', {
    title: '项目配置',
    permission: 'project:config',
    input: {
      id: Id,
      version: Version,
      timeZone: Type.Optional(Type.String({ maxLength: 50, title: '时区' })),
      claimSeconds: Type.Optional(Seconds('接警时限')),
      progressSeconds: Type.Optional(Seconds('处置间隔时限')),
      ladder: Type.Optional(Type.Array(Rung, { maxItems: 10, title: '升级阶梯' })),
      screenTitle: Words('大屏标题', 40),
      hotline: Phone('热线号码'),
    },
    output: Changed,
  }),
  renewProject: post('/api/project/renewProject', {
    title: '续期项目',
    permission: 'project:edit',
    input: {
      id: Id,
      version: Version,
      endDate: Day('新的结束日期'),
      quotaCustomer: Quota('客户配额'),
      quotaEquipment: Quota('设备配额'),
    },
    output: Changed,
  }),
  updateProjectStatus: post('/api/project/updateProjectStatus', {
    title: '项目状态',
    permission: 'project:edit',
    input: {
      id: Id,
      /** `closed` is the end (结项): a closed project is not opened again. */
      status: Type.Enum(['preparing', 'running', 'paused', 'closed'], { title: '状态' }),
      reason: Words('原因', 200),
    },
    output: Changed,
  }),
};

export const room: Room = {
  title: '项目',
  endpoints: projectApi,
  screens: [
    {
      path: '/project/list',
      title: '项目',
      icon: 'folder',
      group: '系统管理',
      sort: 97,
      component: 'ProjectScreen',
      right: { key: 'project:list', title: '查看项目', roles: ['area'] },
      buttons: [
        { key: 'project:edit', title: '新增与编辑项目', roles: [] },
        { key: 'project:config', title: '配置项目', roles: [] },
        { key: 'project:export', title: '导出项目', roles: ['area'] },
      ],
    },
  ],
};
