import { Attachment } from '#shared/attachment.ts';
import { channelKinds, keysOf, warnTypes } from '#shared/codes.ts';
import { regionPattern } from '#shared/contract/region.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';
import { Day, Text } from './contract/basics.ts';
import { project } from './contract/fields.ts';
import { ladderTargets, levelledTypes, levelsFor, Rung, rules } from './contract/rules.ts';

export { ladderTargets, levelledTypes, levelsFor, project, Rung };

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
