import { keysOf, seatStates } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { importOf, templateOf } from '#shared/import.ts';
import { Type } from '#shared/typebox.ts';

export const shiftNames = { early: '早班', middle: '中班', night: '晚班', other: '其他' } as const;
export type ShiftKey = keyof typeof shiftNames;

/** Templates: when a turn of that name begins by the clock of the roster's zone, and hours that it lasts. */
export const shiftTimes = {
  early: { from: '08:00', hours: 8 },
  middle: { from: '16:00', hours: 8 },
  night: { from: '00:00', hours: 8 },
} as const satisfies { [K in ShiftKey]?: { from: string; hours: number } };

/** A look at the roster takes in so many days, and a template fills so many at once. */
export const mostDays = 62;

const Day = (title: string) => Type.String({ format: 'date', title });
const At = (title: string) => Type.String({ ...Instant, title });
const Person = Type.String({ ...Id, title: '人员' });
const Seat = Type.String({ maxLength: 20, title: '坐席' });

const Turn = {
  userId: Id,
  userName: Type.String(),
  seat: nullable(Type.String()),
  shift: Type.Enum(keysOf(shiftNames)),
  from: Instant,
  until: Instant,
};

export const RosterRow = strict({
  id: Id,
  ...Turn,
  departmentId: Id,
  departmentName: Type.String(),
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
    input: { from: Day('起始日期'), to: Day('截止日期'), departmentId: Type.Optional(Id) },
    output: Type.Array(RosterRow),
  }),
  /** People in scope who may take alarms, and projects that stand without anybody now. */
  getRosterChoice: post('/api/shift/getRosterChoice', {
    title: '可排班人员',
    permission: looks,
    change: false,
    input: {},
    output: strict({
      people: Type.Array(strict({ userId: Id, userName: Type.String(), departmentName: Type.String() })),
      timeZone: Type.String(),
    }),
  }),
  /** A new turn, or with `id` and `version` another time, seat or person of one that is not over. */
  editRoster: post('/api/shift/editRoster', {
    title: '排班',
    permission: edits,
    input: {
      id: Type.Optional(Id),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      userId: Person,
      shift: Type.Optional(Type.Enum(keysOf(shiftNames), { title: '班次' })),
      seat: Type.Optional(nullable(Seat)),
      from: At('开始时间'),
      until: At('结束时间'),
    },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  deleteRoster: post('/api/shift/deleteRoster', {
    title: '取消排班',
    permission: edits,
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '排班' }) },
    output: strict({ count: Type.Integer() }),
  }),
  /** Two turns exchange their people. */
  swapRoster: post('/api/shift/swapRoster', {
    title: '换班',
    permission: edits,
    input: { id: Id, withId: Type.String({ ...Id, title: '与谁换班' }) },
    output: strict({ id: Id, withId: Id }),
  }),
  /** The same template on each day for these people; all or none. */
  fillRoster: post('/api/shift/fillRoster', {
    title: '按班次排班',
    permission: edits,
    input: {
      userIds: Type.Array(Person, { minItems: 1, maxItems: 50, uniqueItems: true, title: '人员', msg: '请选择人员' }),
      shift: Type.Enum(keysOf(shiftTimes), { title: '班次' }),
      seat: Type.Optional(nullable(Seat)),
      from: Day('起始日期'),
      to: Day('截止日期'),
    },
    output: strict({ count: Type.Integer() }),
  }),
  importRoster: importOf('/api/shift/importRoster', { title: '导入排班', permission: edits }),
  getImportTemplate: templateOf('/api/shift/getImportTemplate', { title: '排班导入模板', permission: edits }),
  /** Who is on the roster now, how their seat stands, and which projects that keep a roster stand without anybody. */
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
      right: { key: looks, title: '查看排班与交接', roles: ['area', 'leader', 'operator'] },
      buttons: [{ key: edits, title: '排班', roles: ['area', 'leader'] }],
    },
  ],
};
