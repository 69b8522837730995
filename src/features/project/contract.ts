import { Attachment } from '#shared/attachment.ts';
import {
  channelKindList,
  channelKinds,
  deviceTypes,
  keysOf,
  projectStatuses,
  ringsLate,
  type WarnLevel,
  type WarnType,
  warnTypes,
} from '#shared/codes.ts';
import { regionPattern } from '#shared/contract/region.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { type Module, modules } from '#shared/modules.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
import { Phone } from '#shared/rule/phone.ts';
import { type Static, Type } from '#shared/typebox.ts';

const Channel = Type.Enum(channelKindList, { title: '渠道' });

/** Targets that a rung notifies. */
export const ladderTargets = {
  duty: '当班人员',
  leader: '班长',
  manager: '部门负责人',
  admin: '平台管理员',
  contacts: '紧急联系人',
} as const;

/** One rung of the escalation ladder (domain.md 7.4). */
export const Rung = strict({
  /** Seconds after the warn arrived, for level 1; × 3 for level 2, × 10 for level 3. */
  after: Type.Integer({ minimum: 0, maximum: 86_400, title: '等待秒数', msg: '等待秒数须在0至86400之间' }),
  /**
   * Users notified: on duty by the roster (班长 when the roster is empty), 班长, 部门负责人, 平台管理员; or the customer's emergency
   * contacts, who agreed that the family is notified.
   */
  target: Type.Enum(keysOf(ladderTargets), { title: '通知对象' }),
  /** Channels used at once, in addition to the inbox. */
  channels: Type.Optional(Type.Array(Channel, { maxItems: 8, uniqueItems: true, title: '通知渠道' })),
  /** Fallback channels, used one after the other when one of `channels` fails. */
  instead: Type.Optional(Type.Array(Channel, { maxItems: 8, uniqueItems: true, title: '备用渠道' })),
});
export type Rung = Static<typeof Rung>;

/** Warn types that a project may give another level: neither SOS, device maintenance nor a health warn, whose rule has one. */
export const levelledTypes = keysOf(warnTypes).filter(
  (type) => !deviceTypes.includes(type) && !['sos', 'manual', 'unknown', 'health'].includes(type),
);

/** Returns the levels that a type may have: types that ring even when they arrive late stay at level 1 or 2. */
export function levelsFor(type: WarnType): readonly WarnLevel[] {
  return ringsLate.includes(type) ? [1, 2] : [1, 2, 3, 4];
}

/** Levels by warn type that differ from the product's defaults (domain.md 5, 6.12). */
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

/** Options of fields set by 配置, empty until then. */
const set = { editable: false, column: false } as const;
const setUp = { ...set, nullable: true } as const;
const Text = (title: string, maxLength: number) => Type.String({ maxLength, title });
const Day = (title: string) => Type.String({ format: 'date', title });
const Count = (title: string) => Type.Integer({ title });
const seconds = (title: string, hint: string) =>
  field(Type.Integer({ minimum: 3, maximum: 86_400, title, msg: `${title}须在3至86400之间` }), {
    editable: false,
    column: { width: 80, align: 'right', hidden: true },
    form: { unit: '秒', hint },
  });
const hours = (title: string, hint: string) =>
  field(Type.Integer({ minimum: 1, maximum: 720, title, msg: `${title}须在1至720小时之间` }), {
    ...set,
    form: { unit: '小时', hint },
  });
const quota = (title: string, unit: string) =>
  field(Type.Integer({ minimum: 0, maximum: 10_000_000, title }), {
    column: false,
    form: { unit, hint: '不填则不限' },
  });
const figure = (title: string, heading: string, width: number) =>
  computed(Count(title), { sort: true, column: { title: heading, width, align: 'right' } });
/** Rules of a project: claim limits, ladder, reveal policy, sessions, branding. */
const rules = {
  claimSeconds: seconds('接警时限', '1 级告警须在此之前接警'),
  progressSeconds: seconds('处置间隔时限', '接警后这么久没有动作就提醒'),
  /** Maximum number of warns that a leader claims or marks false at once. */
  batchLimit: field(Type.Integer({ minimum: 1, maximum: 50, title: '批量上限', msg: '批量上限须在1至50之间' }), {
    ...set,
    form: { unit: '条', hint: '班长一次最多批量接警、误报这么多条' },
  }),
  /** Percentage of closed warns sampled for quality review; escalated warns are all reviewed. */
  qualityShare: field(Type.Integer({ minimum: 0, maximum: 100, title: '质检抽样', msg: '质检抽样须在0至100之间' }), {
    ...set,
    form: { unit: '%', hint: '升级过的告警全部质检，其余按这个比例抽检' },
  }),
  ladder: field(Type.Array(Rung, { maxItems: 10, title: '升级阶梯' }), { ...set, form: { wide: true } }),
  warnLevels: field(WarnLevels, { ...set, form: { wide: true } }),
  /**
   * Addresses and networks from which its devices may use the plain ports; empty: any. Validated by the server: a
   * pattern cannot express it.
   */
  deviceAddresses: field(
    Type.Array(Type.String({ minLength: 2, maxLength: 49, title: '设备来源地址' }), {
      maxItems: 100,
      uniqueItems: true,
      title: '设备来源地址',
      msg: '设备来源地址最多100个，不能重复',
    }),
    { ...set, form: { rows: 2, wide: true } },
  ),
  /** Whether a reveal needs a reason, and the reveals per user and hour; null: as the parameters say. */
  revealReason: field(Type.Boolean({ title: '查看须写原因' }), setUp),
  revealLimit: field(Type.Integer({ minimum: 1, maximum: 500, title: '查看上限', msg: '查看上限须在1至500之间' }), {
    ...setUp,
    form: { unit: '次', hint: '一人一小时；空着按平台参数。超过的被拒绝，并通知项目管理员' },
  }),
  /** Maximum hours of a login: of operators, and of other users. */
  seatSessionHours: hours('坐席登录时长', '接警人员一次登录最长这么久，到时在原处重新输入密码，手上的告警不丢'),
  sessionHours: hours('其他人员登录时长', '一人有几个项目时按最短的；改长了从下次登录起算'),
  timeZone: field(Text('时区', 50), { editable: false, column: { width: 130, hidden: true } }),
  screenTitle: field(Text('屏幕标题', 40), {
    ...setUp,
    form: { wide: true, hint: '标题和标志显示在只负责本项目的人员的页头，以及本项目的大屏上' },
  }),
  /** Text for the login page, shown if this project is the one displayed there. */
  loginHelp: field(Text('登录提示', 100), {
    ...setUp,
    form: { wide: true, hint: '登录页上告诉登不上的人该找谁；有几个项目时用最早建立、填了提示的那个' },
  }),
  /** A picture that the same user has just uploaded, or the previous logo. */
  logoFileId: field(Type.String({ ...Id, title: '标志' }), { ...setUp, form: { wide: true } }),
  /** Null: all modules. */
  modules: field(Type.Array(Type.Enum(Object.keys(modules) as Module[]), { uniqueItems: true, title: '模块' }), {
    ...setUp,
    labels: Object.fromEntries(Object.entries(modules).map(([key, { label }]) => [key, label])),
    form: { wide: true, hint: '没有勾选的，只负责本项目的人员看不到也调用不了；客户、设备和告警始终都在' },
  }),
};

/** A contract: client, dates, quotas and the rules for its warns. */
export const project = resource('project', '项目', {
  code: field(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{2,30}$',
      maxLength: 30,
      title: '编号',
      msg: '编号为2-30位字母、数字、下划线或短横',
    }),
    {
      required: true,
      unique: '项目编号已存在',
      search: true,
      sort: true,
      column: { width: 100, fixed: 'left' },
    },
  ),
  name: field(
    Type.String({ pattern: '^\\S(.*\\S)?$', minLength: 2, maxLength: 50, title: '名称', msg: '请输入2-50位名称' }),
    { required: true, search: true, sort: true, column: { width: 156, fixed: 'left' } },
  ),
  status: field(Type.Enum(keysOf(projectStatuses), { title: '状态', dictionary: 'project_status' }), {
    editable: false,
    filter: 'many',
    column: { width: 108, noTooltip: true },
  }),
  ownerOrg: field(Text('甲方单位', 100), { search: true, column: { width: 108 }, form: { control: 'text' } }),
  creditCode: field(
    Type.String({ pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$', maxLength: 18, title: '信用代码', msg: '信用代码校验不通过' }),
    { column: false },
  ),
  contact: field(Text('联系人', 20), { column: { width: 80, hidden: true } }),
  phone: field(Phone('电话'), { column: false, form: { control: 'phone' } }),
  departmentId: field(Type.String({ ...Id, title: '部门', msg: '请选择部门' }), { required: true, column: false }),
  departmentName: computed(Type.String({ title: '部门' }), { column: { width: 72 } }),
  regionCode: field(Type.String({ pattern: regionPattern, title: '区域', msg: '行政区划代码为6、9或12位数字' }), {
    column: false,
  }),
  /** Full name of the region, e.g. 浙江省衢州市柯城区. */
  regionName: computed(nullable(Type.String({ title: '区域' })), { column: { width: 100 } }),
  startDate: field(Day('开始日期'), { column: false }),
  endDate: field(Type.String({ format: 'date', title: '结束日期', after: 'startDate' }), {
    sort: true,
    column: { title: '起止日期', width: 178 },
    form: { hint: '到期之后告警照常接收，只是不能新增客户' },
  }),
  /** Days until the end date, in the project's zone; negative once it is over. */
  daysLeft: computed(nullable(Type.Integer({ title: '剩余天数' })), { column: false }),
  quotaCustomer: quota('客户配额', '人'),
  quotaEquipment: quota('设备配额', '台'),
  customerCount: figure('客户数', '客户/配额', 84),
  equipmentCount: figure('设备数', '设备/配额', 84),
  /** Number of devices online, out of those that have ever reported. */
  onlineCount: computed(Count('在线数'), { column: { title: '在线率', width: 60, align: 'right' } }),
  reportingCount: computed(Count('上报过的设备数'), { column: false }),
  /** Warns of the last 30 days. */
  warnCount: figure('30天告警', '30天告警', 76),
  userCount: computed(Count('专属人员'), { column: { width: 80, align: 'right', hidden: true } }),
  /** Name of the manager, with an account or without. */
  manager: field(Text('负责人', 20), { column: { width: 60 } }),
  /** Account of the responsible user, who is reminded of the end; replaces `manager`. */
  managerId: field(Type.String({ ...Id, title: '负责人' }), { column: false }),
  hotline: field(Phone('热线号码'), { column: { width: 120, hidden: true }, form: { control: 'phone' } }),
  remark: field(Text('备注', 500), { column: false, form: { rows: 2 } }),
  fileIds: field(Type.Array(Id, { maxItems: 5, uniqueItems: true, title: '合同附件', msg: '附件最多5个' }), {
    defaultValue: [],
    output: false,
    column: false,
    form: { wide: true },
  }),
  files: computed(Type.Array(Attachment, { title: '合同附件' }), { column: false }),
  ...rules,
});

const { version: Version } = project.editProps;
const Changed = strict({ id: Id, version: Type.Integer() });

const getProjectList = project.list({
  filters: {
    departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })),
    ownerOrg: Type.Optional(Text('甲方单位', 50)),
    /** Region with its subtree: the code of a county, or of a city or province with its zeros. */
    regionCode: Type.Optional(Type.String({ pattern: regionPattern, title: '区域' })),
    /** End date within this many days. */
    expiringDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650, title: '到期天数' })),
  },
});

/** A user bound to a project, alone or with others. */
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

/** Data of a project's page besides its row, limited to the viewer's departments. */
const Overview = strict({
  project: project.row,
  /** The last 30 days up to today in the project's zone. */
  days: Type.Array(strict({ day: Type.String(), count: Type.Integer() })),
  /** Warns of these 30 days. */
  warn: strict({
    total: Type.Integer(),
    open: Type.Integer(),
    /** Claimed first after the project's limit, or waiting longer than that. */
    overdue: Type.Integer(),
    false: Type.Integer(),
    /** Median seconds until the claim; null when none was claimed. */
    claimSeconds: nullable(Type.Number()),
  }),
  lowBattery: Type.Integer(),
  /** Apps that may read this project's data or log its users in. */
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
  /** Reminders sent for the current end date, by days before it (-1: over). */
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
      /** Regions of the projects in scope. */
      areas: Type.Array(Option),
    }),
  }),
  /** Title and logo for the header of users bound to exactly one project; null for others. */
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
  exportProject: project.export(getProjectList, {
    title: '导出项目',
    columns: [
      'code',
      'name',
      'status',
      'ownerOrg',
      'departmentName',
      'regionName',
      ['regionCode', '行政区划代码'],
      'startDate',
      'endDate',
      'customerCount',
      'quotaCustomer',
      'equipmentCount',
      'quotaEquipment',
      ['onlineRate', '在线率 %'],
      'warnCount',
      'manager',
      'contact',
      'hotline',
    ],
  }),
  addProject: project.addFull({ permission: 'project:edit' }),
  editProject: project.edit(),
  editProjectConfig: post('/api/project/editProjectConfig', {
    title: '项目配置',
    permission: 'project:config',
    input: {
      id: Id,
      version: Version,
      ...project.partialInput(...keysOf(rules), 'hotline'),
    },
    output: Changed,
  }),
  renewProject: post('/api/project/renewProject', {
    title: '续期项目',
    permission: 'project:edit',
    input: {
      id: Id,
      version: Version,
      ...project.partialInput('quotaCustomer', 'quotaEquipment'),
      endDate: Day('新的结束日期'),
    },
    output: Changed,
  }),
  updateProjectStatus: post('/api/project/updateProjectStatus', {
    title: '项目状态',
    permission: 'project:edit',
    input: {
      id: Id,
      /** `closed` is final (结项): a closed project cannot be reopened. */
      status: Type.Enum(['preparing', 'running', 'paused', 'closed'], { title: '状态' }),
      reason: Type.Optional(nullable(Text('原因', 200))),
    },
    output: Changed,
  }),
};

export const feature: Feature = {
  title: '项目',
  labels: {
    'project.channels': channelKinds,
    'project.instead': channelKinds,
    'project.target': ladderTargets,
    'project.warn_levels': warnTypes,
  },
  resource: project,
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
      permission: { key: 'project:list', title: '查看项目', roles: ['area'] },
      buttons: [
        { key: 'project:edit', title: '新增与编辑项目', roles: [] },
        { key: 'project:config', title: '配置项目', roles: [] },
        { key: 'project:export', title: '导出项目', roles: ['area'] },
        { key: 'channel:list', title: '查看通知渠道', roles: [] },
        { key: 'channel:edit', title: '设置通知渠道', roles: [] },
      ],
    },
  ],
};
