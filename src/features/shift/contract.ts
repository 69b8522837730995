import { keysOf, seatStates } from '#shared/codes.ts';
import { importOf, templateOf } from '#shared/contract/import.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** Name of a turn without a pattern. */
export const freeShift = '其他';

/** Maximum number of days of one roster view and of one fill. */
export const maxDays = 62;

const Day = (title: string) => Type.String({ format: 'date', title });
const LastDay = Type.String({ format: 'date', title: '截止日期', after: 'from' });
const At = (title: string) => Type.String({ ...Instant, title });
const UserId = Type.String({ ...Id, title: '人员' });
const Seat = Type.String({ maxLength: 20, title: '坐席' });

const Turn = {
  userId: Id,
  userName: Type.String(),
  seat: nullable(Type.String()),
  /** Name of the pattern when the turn was added, or 其他. */
  shift: Type.String(),
  from: Instant,
  until: Instant,
};

export const RosterRow = strict({
  id: Id,
  ...Turn,
  patternId: nullable(Id),
  departmentId: Id,
  departmentName: Type.String(),
  version: Type.Integer(),
});

const Clock = (title: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', title, msg: `请填写${title}，如 08:00` });
const Pattern = Type.String({ ...Id, title: '班次' });

/** Hours of a pattern, in the roster's zone: an end not after the beginning is on the next day. */
const Hours = {
  name: Type.String({ minLength: 1, maxLength: 10, title: '名称', msg: '名称为1至10个字' }),
  from: Clock('开始时间'),
  until: Clock('结束时间'),
  /** Number of users needed per day; 0: not watched. */
  minStaff: Type.Integer({ minimum: 0, maximum: 99, title: '最少人数', msg: '最少人数须在0至99之间' }),
};

const PatternRow = strict({
  id: Id,
  /** Null: for every project. */
  projectId: nullable(Id),
  projectName: nullable(Type.String()),
  ...Hours,
  /** Number of turns of users in scope from tomorrow on, which can follow an edit. */
  ahead: Type.Integer(),
  /** False for a pattern of every project unless the viewer sees all projects. */
  editable: Type.Boolean(),
  version: Type.Integer(),
});

const looks = 'shift:list';
const edits = 'shift:edit';

export const shiftApi = {
  /** Turns of users in scope that overlap the days, in the viewer's zone. */
  getRosterList: post('/api/shift/getRosterList', {
    title: '排班表',
    permission: looks,
    change: false,
    /** `departmentId`: with its subtree. */
    input: { from: Day('起始日期'), to: LastDay, departmentId: Type.Optional(Id) },
    output: Type.Array(RosterRow),
  }),
  /** Users in scope who may claim warns, their patterns, and the projects that may have patterns. */
  getRosterChoice: post('/api/shift/getRosterChoice', {
    title: '可排班人员',
    permission: looks,
    change: false,
    input: {},
    output: strict({
      people: Type.Array(strict({ userId: Id, userName: Type.String(), departmentName: Type.String() })),
      patterns: Type.Array(PatternRow),
      projects: Type.Array(strict({ value: Id, label: Type.String() })),
      /** Whether the viewer may change patterns of every project. */
      everywhere: Type.Boolean(),
      timeZone: Type.String(),
    }),
  }),
  /** Adds a pattern to a project, or for all projects. */
  addPattern: post('/api/shift/addPattern', {
    title: '新增班次',
    permission: edits,
    input: { projectId: Type.Optional(nullable(Type.String({ ...Id, title: '项目' }))), ...Hours },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  /**
   * Changes hours or name. `follow`: also changes turns of users in scope from tomorrow on; those begun, over or of
   * today stay. `moved`: their number.
   */
  editPattern: post('/api/shift/editPattern', {
    title: '编辑班次',
    permission: edits,
    input: {
      id: Pattern,
      version: Type.Integer({ minimum: 1 }),
      ...Hours,
      follow: Type.Optional(Type.Boolean({ title: '已排的班次' })),
    },
    output: strict({ id: Id, version: Type.Integer(), moved: Type.Integer() }),
  }),
  /** Deletes patterns that no current turn uses; past turns keep the name. */
  deletePattern: post('/api/shift/deletePattern', {
    title: '删除班次',
    permission: edits,
    input: { ids: Type.Array(Pattern, { minItems: 1, maxItems: 50, uniqueItems: true, title: '班次' }) },
    output: strict({ count: Type.Integer() }),
  }),
  /** Adds a turn, or with `id` and `version` changes time, seat or user of a turn that is not over. */
  editRoster: post('/api/shift/editRoster', {
    title: '排班',
    permission: edits,
    input: {
      id: Type.Optional(Id),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      userId: UserId,
      /** Pattern that names the turn; without it the name is 其他. */
      patternId: Type.Optional(nullable(Pattern)),
      seat: Type.Optional(nullable(Seat)),
      from: At('开始时间'),
      until: Type.String({ ...Instant, title: '结束时间', after: 'from' }),
    },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  deleteRoster: post('/api/shift/deleteRoster', {
    title: '取消排班',
    permission: edits,
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '排班' }) },
    output: strict({ count: Type.Integer() }),
  }),
  /**
   * Swaps the users of two turns. 409 after a concurrent change and, unless `acceptLong`, when a user would be on duty
   * for more than 12 hours in a row (`data.longRun`).
   */
  swapRoster: post('/api/shift/swapRoster', {
    title: '换班',
    permission: edits,
    input: {
      id: Id,
      version: Type.Integer({ minimum: 1 }),
      withId: Type.String({ ...Id, title: '与谁换班' }),
      withVersion: Type.Integer({ minimum: 1, title: '对方班次的版本' }),
      acceptLong: Type.Optional(Type.Boolean({ title: '连续值班超过12小时' })),
    },
    output: strict({ id: Id, withId: Id }),
  }),
  /**
   * Adds the pattern on each day for these users, all or none; turns that would be over already are left out and
   * counted.
   */
  fillRoster: post('/api/shift/fillRoster', {
    title: '按班次排班',
    permission: edits,
    input: {
      userIds: Type.Array(UserId, { minItems: 1, maxItems: 50, uniqueItems: true, title: '人员', msg: '请选择人员' }),
      patternId: Pattern,
      seat: Type.Optional(nullable(Seat)),
      from: Day('起始日期'),
      to: LastDay,
    },
    output: strict({ count: Type.Integer(), over: Type.Integer() }),
  }),
  importRoster: importOf('/api/shift/importRoster', { title: '导入排班', permission: edits }),
  getImportTemplate: templateOf('/api/shift/getImportTemplate', { title: '排班导入模板', permission: edits }),
  /**
   * Users on the roster now with their seat states, projects with a roster but no user on duty, and patterns with too
   * few users at their seats.
   */
  getOnDuty: post('/api/shift/getOnDuty', {
    title: '当前值班',
    permission: looks,
    change: false,
    input: { departmentId: Type.Optional(Id) },
    output: strict({
      people: Type.Array(strict({ id: Id, ...Turn, state: Type.Enum(keysOf(seatStates)) })),
      gaps: Type.Array(
        strict({
          projectId: Id,
          projectName: Type.String(),
          /** No user is on the roster, or none of them is at a seat. */
          reason: Type.Enum(['no_roster', 'nobody_there']),
          since: Instant,
          /** Users at a seat who may claim warns there, though not on the roster. */
          there: Type.Array(Type.String()),
        }),
      ),
      short: Type.Array(
        strict({
          patternId: Id,
          shift: Type.String(),
          minStaff: Type.Integer(),
          there: Type.Array(Type.String()),
          missing: Type.Array(Type.String()),
        }),
      ),
    }),
  }),
};

export const feature: Feature = {
  title: '排班与交接',
  endpoints: shiftApi,
  screens: [
    {
      path: '/warn/sos/shift',
      title: '排班与交接',
      icon: 'list',
      group: '值守',
      sort: 10,
      hidden: true,
      component: 'ShiftScreen',
      permission: { key: looks, title: '查看排班与交接', roles: ['area', 'leader', 'operator'] },
      buttons: [{ key: edits, title: '排班', roles: ['area', 'leader'] }],
    },
  ],
};
