import { Attachment } from '#shared/attachment.ts';
import {
  deviceTypes,
  keysOf,
  projectStatuses,
  ringsLate,
  type WarnLevel,
  type WarnType,
  warnTypes,
} from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import { exportOf } from '#shared/export.ts';
import type { Feature } from '#shared/feature.ts';
import { type Module, modules } from '#shared/modules.ts';
import { regionPattern } from '#shared/region.ts';
import { type Static, Type } from '#shared/typebox.ts';

/** One rung of the escalation ladder (domain.md 7.4). */
export const Rung = strict({
  /** Seconds after the alarm came, for level 1; level 2 waits three times, level 3 ten times as long. */
  after: Type.Integer({ minimum: 3, maximum: 86_400, title: '等待秒数', msg: '等待秒数须在3至86400之间' }),
  /** Who is told: 班长, 部门负责人, 平台管理员. */
  target: Type.Enum(['leader', 'manager', 'admin'], { title: '通知对象' }),
});
export type Rung = Static<typeof Rung>;

/** Kinds of alarms that a project may give another level: neither a call for help nor work of device staff. */
export const levelledTypes = keysOf(warnTypes).filter(
  (type) => !deviceTypes.includes(type) && !['sos', 'manual', 'unknown'].includes(type),
);

/** The levels that a kind may have: what rings however late it comes does not sink below 2. */
export function levelsFor(type: WarnType): readonly WarnLevel[] {
  return ringsLate.includes(type) ? [1, 2] : [1, 2, 3, 4];
}

/** Levels that differ from the product's in this project (domain.md 5, 6.12), by kind of alarm. */
const WarnLevels = Type.Unsafe<Partial<Record<WarnType, WarnLevel>>>({
  type: 'object',
  properties: Object.fromEntries(
    levelledTypes.map((type) => [
      type,
      { enum: levelsFor(type), title: warnTypes[type], msg: `「${warnTypes[type]}」不能是这个级别` },
    ]),
  ),
  additionalProperties: false,
  title: '告警级别',
});

const Seconds = (title: string) =>
  Type.Integer({ minimum: 3, maximum: 86_400, title, msg: `${title}须在3至86400之间` });
const Hours = (title: string) => Type.Integer({ minimum: 1, maximum: 720, title, msg: `${title}须在1至720小时之间` });
/** Addresses and networks, IPv4 or IPv6 with the length of the prefix; the server judges them: no pattern says it. */
const DeviceAddresses = Type.Array(Type.String({ minLength: 2, maxLength: 49, title: '设备来源地址' }), {
  maxItems: 100,
  uniqueItems: true,
  title: '设备来源地址',
  msg: '设备来源地址最多100个，不能重复',
});
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

const Modules = Type.Array(Type.Enum(Object.keys(modules) as Module[]), { uniqueItems: true, title: '模块' });

const ProjectRow = strict({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  ownerOrg: nullable(Type.String()),
  creditCode: nullable(Type.String()),
  contact: nullable(Type.String()),
  phone: nullable(Type.String()),
  /** Name of whoever answers for it, with an account here or not. */
  manager: nullable(Type.String()),
  managerId: nullable(Id),
  regionCode: nullable(Type.String()),
  /** 浙江省衢州市柯城区. */
  regionName: nullable(Type.String()),
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
  batchLimit: Type.Integer(),
  ladder: Type.Array(Rung),
  warnLevels: WarnLevels,
  /** Addresses and networks from which its devices come over the plain ports; empty: any. */
  deviceAddresses: Type.Array(Type.String()),
  /** Whether a look behind a mask needs its reason, and a person's looks in an hour; null: as the parameters say. */
  revealReason: nullable(Type.Boolean()),
  revealLimit: nullable(Type.Integer()),
  /** Hours that a login lasts at most: of those who take alarms, and of everybody else. */
  seatSessionHours: Type.Integer(),
  sessionHours: Type.Integer(),
  hotline: nullable(Type.String()),
  screenTitle: nullable(Type.String()),
  /** For the login page, if this project is the one that stands there. */
  loginHelp: nullable(Type.String()),
  logoFileId: nullable(Id),
  /** Null: all of them. */
  modules: nullable(Modules),
  files: Type.Array(Attachment),
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
  /** Somebody with an account here: they are reminded of the end; it takes the place of `manager`. */
  managerId: Type.Optional(nullable(Type.String({ ...Id, title: '负责人' }))),
  departmentId: Type.String({ ...Id, title: '部门', msg: '请选择部门' }),
  regionCode: Type.Optional(
    nullable(Type.String({ pattern: regionPattern, title: '区域', msg: '行政区划代码为6、9或12位数字' })),
  ),
  startDate: Type.Optional(nullable(Day('开始日期'))),
  endDate: Type.Optional(nullable(Day('结束日期'))),
  quotaCustomer: Quota('客户配额'),
  quotaEquipment: Quota('设备配额'),
  hotline: Phone('热线号码'),
  remark: Words('备注', 500),
  fileIds: Type.Optional(Type.Array(Id, { maxItems: 5, uniqueItems: true, title: '合同附件', msg: '附件最多5个' })),
};
const Changed = strict({ id: Id, version: Type.Integer() });

const getProjectList = list('/api/project/getProjectList', {
  title: '项目列表',
  permission: 'project:list',
  filters: {
    status: Type.Optional(Type.Array(StatusCode, { maxItems: 5, title: '状态' })),
    departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })),
    ownerOrg: Type.Optional(Type.String({ maxLength: 50, title: '甲方单位' })),
    /** An area with all below it: the code of a county, or of a city or province with its zeros. */
    regionCode: Type.Optional(Type.String({ pattern: regionPattern, title: '区域' })),
    /** Last day within this many days. */
    expiringDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650, title: '到期天数' })),
  },
  sort: ['name', 'code', 'createdAt', 'endDate', 'customerCount', 'equipmentCount', 'warnCount'],
  row: ProjectRow,
});

/** Somebody who works for a project: bound to it alone or among others. */
const ProjectUser = strict({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  departmentName: Type.String(),
  post: nullable(Type.String()),
  roles: Type.Array(Type.String()),
  status: Type.String(),
  isManager: Type.Boolean(),
  lastLoginAt: nullable(Instant),
});

const Option = strict({ value: Type.String(), label: Type.String() });

/** What a contract's page shows beside its row, of the viewer's departments. */
const Overview = strict({
  project: ProjectRow,
  /** The last 30 days up to today in the project's zone. */
  days: Type.Array(strict({ day: Type.String(), count: Type.Integer() })),
  /** Alarms of these 30 days. */
  warn: strict({
    total: Type.Integer(),
    open: Type.Integer(),
    /** Not taken within the project's limit, or climbed. */
    overdue: Type.Integer(),
    false: Type.Integer(),
    /** Median seconds until somebody took it; null while none was taken. */
    claimSeconds: nullable(Type.Number()),
  }),
  lowBattery: Type.Integer(),
  /** Applications that have leave to read this project's data or to log its people in. */
  apps: Type.Array(
    strict({
      id: Id,
      name: Type.String(),
      description: nullable(Type.String()),
      status: Type.String(),
      scopes: Type.Array(Type.String()),
      allProjects: Type.Boolean(),
      userCount: Type.Integer(),
    }),
  ),
  /** Reminders of the end that were sent for the present last day, by days before it (-1: over). */
  reminders: Type.Array(strict({ days: Type.Integer(), at: Instant })),
});

export const projectApi = {
  getProjectList,
  getProject: post('/api/project/getProject', {
    title: '项目详情',
    permission: 'project:list',
    change: false,
    input: { id: Id },
    output: Overview,
  }),
  getProjectUserList: list('/api/project/getProjectUserList', {
    title: '项目人员',
    permission: 'project:list',
    filters: { id: Id },
    sort: ['name', 'account', 'lastLoginAt'],
    row: ProjectUser,
  }),
  getProjectOption: post('/api/project/getProjectOption', {
    title: '项目的选项',
    permission: 'project:list',
    change: false,
    input: {},
    output: strict({
      users: Type.Array(Option),
      /** Areas that projects in scope lie in. */
      areas: Type.Array(Option),
    }),
  }),
  /** Title and logo for the header of whoever works for one project alone; null for anybody else. */
  getProjectBrand: post('/api/project/getProjectBrand', {
    title: '项目标志',
    permission: 'login',
    change: false,
    input: {},
    output: nullable(strict({ title: nullable(Type.String()), logoFileId: nullable(Id) })),
  }),
  uploadProjectFile: post('/api/project/uploadProjectFile', {
    title: '上传合同附件',
    permission: 'project:edit',
    upload: true,
    input: {},
    output: Attachment,
  }),
  uploadProjectLogo: post('/api/project/uploadProjectLogo', {
    title: '上传项目标志',
    permission: 'project:config',
    upload: true,
    input: {},
    output: strict({ fileId: Id }),
  }),
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
      regionName: '区域',
      regionCode: '行政区划代码',
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
      /** How many alarms a leader takes or marks false at once. */
      batchLimit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, title: '批量上限', msg: '批量上限须在1至50之间' }),
      ),
      ladder: Type.Optional(Type.Array(Rung, { maxItems: 10, title: '升级阶梯' })),
      warnLevels: Type.Optional(WarnLevels),
      deviceAddresses: Type.Optional(DeviceAddresses),
      revealReason: Type.Optional(nullable(Type.Boolean({ title: '查看须写原因' }))),
      revealLimit: Type.Optional(
        nullable(Type.Integer({ minimum: 1, maximum: 500, title: '查看上限', msg: '查看上限须在1至500之间' })),
      ),
      seatSessionHours: Type.Optional(Hours('坐席登录时长')),
      sessionHours: Type.Optional(Hours('其他人员登录时长')),
      screenTitle: Words('屏幕标题', 40),
      loginHelp: Words('登录提示', 100),
      /** A picture that the same person has just uploaded, or the one before. */
      logoFileId: Type.Optional(nullable(Type.String({ ...Id, title: '标志' }))),
      modules: Type.Optional(nullable(Modules)),
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

export const feature: Feature = {
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
      wide: true,
      right: { key: 'project:list', title: '查看项目', roles: ['area'] },
      buttons: [
        { key: 'project:edit', title: '新增与编辑项目', roles: [] },
        { key: 'project:config', title: '配置项目', roles: [] },
        { key: 'project:export', title: '导出项目', roles: ['area'] },
      ],
    },
  ],
};
