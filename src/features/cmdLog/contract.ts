import { keysOf } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { Id, Instant, list, NoData, nullable, post, span, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';
import { cmdActions } from './contract/actions.ts';

const permission = 'cmdLog:list';
const Text = (title: string, max = 100) => Type.Optional(Type.String({ maxLength: max, title }));
const Result = Type.Enum(['success', 'failed'], { title: '结果' });

/** Titles of the logs with a retention setting, by table. */
export const logTitles = {
  cmd_log: '操作命令',
  change_log: '字段变更',
  login_log: '登录日志',
  schedule_log: '定时任务',
} as const;

/** Changed field of a row; secrets and ID numbers are masked, codes shown as labels. */
export const LogChange = strict({
  field: Type.String(),
  label: Type.String(),
  old: nullable(Type.String()),
  new: nullable(Type.String()),
  table: Type.String(),
  /** Title of the table's rows. */
  tableName: Type.String(),
  rowId: Type.String(),
});

const CmdLogRow = strict({
  id: Id,
  at: Instant,
  account: nullable(Type.String()),
  userName: nullable(Type.String()),
  departmentName: nullable(Type.String()),
  module: Type.String(),
  moduleName: Type.String(),
  /** Name of the call (`addCustomer`), its group and its title. */
  action: Type.String(),
  kind: Type.Enum(keysOf(cmdActions)),
  title: Type.String(),
  objectType: nullable(Type.String()),
  objectId: nullable(Type.String()),
  objectName: nullable(Type.String()),
  method: Type.String(),
  path: Type.String(),
  ip: nullable(Type.String()),
  durationMs: Type.Integer(),
  code: Type.Integer(),
  result: Result,
  error: nullable(Type.String()),
  traceId: Type.String(),
  /** First changes only; `getCmdLog` has more. */
  changes: Type.Array(LogChange),
  changeCount: Type.Integer(),
});

const getCmdLogList = list('/api/cmdLog/getCmdLogList', {
  title: '操作命令',
  permission,
  filters: {
    ...span,
    account: Text('操作人', 30),
    module: Text('模块', 30),
    /** Group (`add`) or name of a call (`addCustomer`). */
    action: Text('动作', 60),
    objectId: Type.Optional(Id),
    result: Type.Optional(Result),
    ip: Text('IP', 45),
    path: Text('路径'),
    traceId: Text('追踪号', 40),
  },
  sort: ['at', 'durationMs'],
  row: CmdLogRow,
});

export const cmdLogApi = {
  getCmdLogList,
  getCmdLog: post('/api/cmdLog/getCmdLog', {
    title: '命令详情',
    permission,
    change: false,
    input: { id: Id },
    output: strict({
      ...CmdLogRow.properties,
      agent: nullable(Type.String()),
      /** Input of the call, masked when it was logged. */
      input: Type.Unknown(),
    }),
  }),
  exportCmdLog: exportOf(getCmdLogList, {
    path: '/api/cmdLog/exportCmdLog',
    title: '导出命令日志',
    permission: 'cmdLog:export',
    columns: {
      at: '时间',
      userName: '操作人',
      account: '账号',
      departmentName: '部门',
      moduleName: '模块',
      kind: '动作',
      title: '操作',
      objectName: '对象',
      objectId: '对象编号',
      method: '方法',
      path: '路径',
      ip: 'IP',
      durationMs: '耗时（毫秒）',
      result: '结果',
      error: '错误',
      traceId: '追踪号',
      changes: '变更',
    },
  }),
  getLoginLogList: list('/api/cmdLog/getLoginLogList', {
    title: '登录日志',
    permission,
    filters: { ...span, account: Text('账号', 30), result: Type.Optional(Result), ip: Text('IP', 45) },
    sort: ['at'],
    row: strict({
      id: Id,
      at: Instant,
      account: Type.String(),
      userName: nullable(Type.String()),
      result: Result,
      reason: nullable(Type.String()),
      ip: nullable(Type.String()),
      agent: nullable(Type.String()),
      traceId: nullable(Type.String()),
    }),
  }),
  getScheduleLogList: list('/api/cmdLog/getScheduleLogList', {
    title: '定时任务日志',
    permission,
    filters: { ...span, name: Text('任务', 60), result: Type.Optional(Result) },
    sort: ['at', 'durationMs'],
    row: strict({
      id: Id,
      at: Instant,
      title: Type.String(),
      startedAt: Instant,
      durationMs: Type.Integer(),
      rowCount: nullable(Type.Integer()),
      result: Result,
      error: nullable(Type.String()),
    }),
  }),
  verifyCmdLog: post('/api/cmdLog/verifyCmdLog', {
    title: '校验日志',
    permission,
    change: false,
    input: {},
    output: strict({
      ok: Type.Boolean(),
      checked: Type.Integer(),
      /** Count of rows that are not sealed yet: entered in the last minute. */
      unsealed: Type.Integer(),
      firstBadId: Type.Optional(Id),
      /** Problem as a sentence. */
      why: Type.Optional(Type.String()),
      /** Log that contains the bad row. */
      log: Type.Optional(Type.Enum(['cmd_log', 'change_log', 'login_log'])),
    }),
  }),
  getLogRetention: post('/api/cmdLog/getLogRetention', {
    title: '日志保留天数',
    permission,
    change: false,
    input: {},
    output: Type.Array(strict({ log: Type.String(), title: Type.String(), days: Type.Integer() })),
  }),
  editLogRetention: post('/api/cmdLog/editLogRetention', {
    title: '修改日志保留天数',
    permission: 'cmdLog:retention',
    input: {
      log: Type.Enum(keysOf(logTitles), { title: '日志' }),
      days: Type.Integer({ minimum: 180, maximum: 3650, title: '保留天数', msg: '保留天数须在180至3650之间' }),
    },
    output: NoData,
  }),
};

export const feature: Feature = {
  title: '命令日志',
  labels: {
    'partition_setting.table_name': logTitles,
    'partition_setting.period': { day: '按天', week: '按周', month: '按月' },
  },
  endpoints: cmdLogApi,
  screens: [
    {
      path: '/system/cmd_log',
      title: '命令日志',
      icon: 'scroll',
      group: '系统管理',
      sort: 96,
      component: 'CmdLogScreen',
      permission: { key: permission, title: '查看命令日志', roles: [] },
      buttons: [
        { key: 'cmdLog:export', title: '导出命令日志', roles: [] },
        { key: 'cmdLog:retention', title: '设置日志保留天数', roles: [] },
        { key: 'backup:list', title: '查看数据备份', roles: [] },
        { key: 'backup:start', title: '立即备份', roles: [] },
      ],
    },
  ],
};
