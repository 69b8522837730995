import { keysOf, seatStates } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { importOf, templateOf } from '#shared/import.ts';
import { Type } from '#shared/typebox.ts';

/** A turn by no pattern. */
export const freeShift = '其他';

/** A look at the roster takes in so many days, and a pattern fills so many at once. */
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
  /** The name of the pattern when the turn was given, or 其他. */
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

/** The hours of a pattern, by the clock of the roster's zone: an end that is not after the beginning is the next day's. */
const Hours = {
  name: Type.String({ minLength: 1, maxLength: 10, title: '名称', msg: '名称为1至10个字' }),
  from: Clock('开始时间'),
  until: Clock('结束时间'),
  /** How many people it takes on a day; 0: not watched. */
  minStaff: Type.Integer({ minimum: 0, maximum: 99, title: '最少人数', msg: '最少人数须在0至99之间' }),
};

const PatternRow = strict({
  id: Id,
  /** Null: for every project. */
  projectId: nullable(Id),
  projectName: nullable(Type.String()),
  ...Hours,
  /** Turns of people in scope from tomorrow on: those that may follow an edit. */
  ahead: Type.Integer(),
  /** One for every project is changed by whoever sees all of them. */
  editable: Type.Boolean(),
  version: Type.Integer(),
});

const looks = 'shift:list';
const edits = 'shift:edit';

export const shiftApi = {
  /** Turns of people in scope that touch the days, which are those of the viewer's zone. */
  getRosterList: post('/api/shift/getRosterList', {
    title: '排班表',
    permission: looks,
    change: false,
    /** `departmentId`: all below it, too. */
    input: { from: Day('起始日期'), to: LastDay, departmentId: Type.Optional(Id) },
    output: Type.Array(RosterRow),
  }),
  /** People in scope who may take alarms, the patterns for them, and the projects that may have patterns of their own. */
  getRosterChoice: post('/api/shift/getRosterChoice', {
    title: '可排班人员',
    permission: looks,
    change: false,
    input: {},
    output: strict({
      people: Type.Array(strict({ userId: Id, userName: Type.String(), departmentName: Type.String() })),
      patterns: Type.Array(PatternRow),
      projects: Type.Array(strict({ value: Id, label: Type.String() })),
      /** Whether the viewer may write patterns for every project. */
      everywhere: Type.Boolean(),
      timeZone: Type.String(),
    }),
  }),
  /** A pattern of a project, or for all of them. */
  addPattern: post('/api/shift/addPattern', {
    title: '新增班次',
    permission: edits,
    input: { projectId: Type.Optional(nullable(Type.String({ ...Id, title: '项目' }))), ...Hours },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  /**
   * Other hours or another name. `follow`: turns from tomorrow on of people in scope take them, too; what has begun, is over or
   * begins today stays as it was given. `moved` of them were changed.
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
  /** Patterns by which nobody is on the roster from now on; turns of the past keep the name. */
  deletePattern: post('/api/shift/deletePattern', {
    title: '删除班次',
    permission: edits,
    input: { ids: Type.Array(Pattern, { minItems: 1, maxItems: 50, uniqueItems: true, title: '班次' }) },
    output: strict({ count: Type.Integer() }),
  }),
  /** A new turn, or with `id` and `version` another time, seat or person of one that is not over. */
  editRoster: post('/api/shift/editRoster', {
    title: '排班',
    permission: edits,
    input: {
      id: Type.Optional(Id),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      userId: UserId,
      /** Whose name the turn takes; without one it is 其他. */
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
   * Two turns exchange their people. 409 with who changed one of them meanwhile, and, unless `acceptLong`, where one of the two
   * would be on duty for more than 12 hours in a row (`data.longRun`).
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
  /** The same pattern on each day for these people, all or none, but for turns that are over: those are left out and counted. */
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
   * Who is on the roster now with the state of their seats, which projects that keep a roster have nobody on duty, and which
   * patterns have fewer people at their seats than they need.
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
          /** Nobody on the roster, or nobody of it at a seat. */
          reason: Type.Enum(['no_roster', 'nobody_there']),
          since: Instant,
          /** People who may claim there and are at a seat, though not on the roster. */
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
