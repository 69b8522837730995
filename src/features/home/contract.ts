import type { tabFilters } from '#features/healthWarn/contract.ts';
import { noticeLevels } from '#features/notice/contract.ts';
import { WarnLevelCode, WarnRow, WarnTypeCode } from '#features/warn/contract.ts';
import { keysOf, seatStates, type WarnLevel, warnResults } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const Seconds = nullable(Type.Number());
const Hours = Type.Array(Type.Integer(), { minItems: 24, maxItems: 24 });

const withoutInput = { change: false, input: {} } as const;

const open = ['pending', 'handling'] as const;

/** Figure of open work, with the filters of the warn list, or tab and levels of the list of health warnings. */
export type HomeItem = { title: string } & (
  | { filters: object }
  | { warnings: { tab: keyof typeof tabFilters; level?: readonly WarnLevel[] } }
);

/**
 * Open work of leaders, area managers, device and health staff, by home-page permission. Each figure is the length of
 * the warn list under these filters, or of the list of health warnings.
 */
export const homeWork = {
  lead: {
    permission: 'home:lead',
    title: '班长待办',
    items: {
      unclaimed: { title: '待接警', filters: { waiting: true } },
      overdue: { title: '已超时未结', filters: { status: open, counted: true, overdue: true } },
      escalated: { title: '已升级未结', filters: { status: open, counted: true, escalated: true } },
      falseAsked: { title: '误报申请', filters: { status: open, falseAsked: true } },
      followUpDue: { title: '回访已到期', filters: { followUpDue: true } },
    },
  },
  area: {
    permission: 'home:area',
    title: '辖区',
    items: {
      areaOpen: { title: '未结告警', filters: { status: open, counted: true } },
      areaToday: { title: '今日告警', filters: { counted: true, today: true } },
      areaDone: { title: '今日告警已结', filters: { status: ['done', 'false'], counted: true, today: true } },
    },
  },
  device: {
    permission: 'home:device',
    title: '设备待办',
    items: {
      deviceOpen: { title: '设备运维未结', filters: { status: open, deviceWork: true } },
      offline: { title: '其中离线', filters: { status: open, type: ['offline'] } },
      lowBattery: { title: '其中低电量', filters: { status: open, type: ['low_batt'] } },
      unregistered: { title: '未登记设备', filters: { status: open, unregistered: true } },
    },
  },
  health: {
    permission: 'home:health',
    title: '健康待办',
    items: {
      healthOpen: { title: '健康预警未结', warnings: { tab: 'open' } },
      healthUrgent: { title: '其中紧急与重要', warnings: { tab: 'open', level: [1, 2] } },
      healthOverdue: { title: '今日已逾期', warnings: { tab: 'overdue' } },
      healthToday: { title: '今日健康预警', warnings: { tab: 'today' } },
    },
  },
} as const satisfies Record<string, { permission: `home:${string}`; title: string; items: Record<string, HomeItem> }>;

/** Filters of the warn list behind the figures of the day, the queue and the follow-ups. */
export const homeLists = {
  today: { counted: true, today: true },
  done: { counted: true, today: true, status: ['done'] },
  handling: { counted: true, today: true, status: ['handling'] },
  false: { counted: true, today: true, status: ['false'] },
  /** Alarms with a mean of their handling. */
  ended: { counted: true, today: true, status: ['done', 'false'] },
  /** `onTimeRate` is the share of these in them and the overdue ones. */
  inTime: { counted: true, today: true, inTime: true },
  overdue: { counted: true, today: true, overdue: true },
  followUp: { followUp: true },
  followUpToday: { followUpToday: true },
} as const;

/** Filters of the customer list behind the figures of `coverage`. */
export const coverageLists = {
  served: { serviceState: ['active'] },
  covered: { serviceState: ['active'], hasEquipment: true },
} as const;

/** 我的处理中. */
const Mine = strict({ rows: Type.Array(WarnRow, { description: 'at most three' }), count: Type.Integer() });

/** 待处理. */
const Queue = strict({
  pending: Type.Integer(),
  /** Most urgent level among the pending. */
  level: nullable(WarnLevelCode),
  /** Pending warn with the longest wait. */
  longest: nullable(
    strict({
      id: Id,
      name: nullable(Type.String()),
      type: WarnTypeCode,
      level: WarnLevelCode,
      receivedAt: Instant,
    }),
  ),
  /** Open device work with its most urgent level; no other figure counts it. Null without `warn:device`. */
  deviceWork: nullable(strict({ open: Type.Integer(), level: nullable(WarnLevelCode) })),
  last: nullable(
    strict({ customerName: nullable(Type.String()), createdAt: Instant, responseSeconds: Type.Integer() }),
  ),
});

/** Figures of today's counted warns, each in the day of its project. */
const Today = strict({
  today: Type.Integer(),
  /** Count of yesterday up to the current time of day. */
  yesterday: Type.Integer(),
  done: Type.Integer(),
  handling: Type.Integer(),
  false: Type.Integer(),
  /** Share of false alarms among today's closed, 0–100; null when none is closed. */
  falseRate: Seconds,
  /** Seconds from reception to 接警. */
  responseMean: Seconds,
  /** Share claimed within the limit among all claimed or overdue ones, 0–100. */
  onTimeRate: Seconds,
  /** Seconds from 接警 to 结案. */
  handlingMean: Seconds,
  handlingMedian: Seconds,
  /** Alarms by hour of the day in the zone of their project. */
  hours: Hours,
  hoursYesterday: Hours,
  /** Current hour, 0–23. */
  hour: Type.Integer(),
});

/** 待回访. */
const FollowUp = strict({
  count: Type.Integer(),
  /** Due before the end of today, overdue ones included. */
  dueToday: Type.Integer(),
  rows: Type.Array(
    strict({
      id: Id,
      customerName: nullable(Type.String()),
      type: WarnTypeCode,
      result: nullable(Type.Enum(keysOf(warnResults))),
      /** Note of the closing; only for viewers who claim alarms. */
      note: nullable(Type.String()),
      finishedAt: nullable(Instant),
      dueAt: Instant,
      /** Time zone of the project. */
      timeZone: Type.String(),
      /** Number of this attempt, from 1. */
      times: Type.Integer(),
    }),
  ),
});

/** Open work by `homeWork`. */
const Work = strict({
  /** Counts by item of `homeWork`, only those with a permission of the viewer. */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** For area managers: customers in service, and those of them with a device. */
  coverage: nullable(strict({ served: Type.Integer(), covered: Type.Integer() })),
});

/** All customers taken to hospital within 72 hours, and those who pressed three times or more within 24 hours. */
const Watch = strict({
  rows: Type.Array(
    strict({
      customerId: nullable(Id),
      name: nullable(Type.String()),
      hospital: nullable(strict({ warnId: Id, finishedAt: Instant, followUpAt: nullable(Instant) })),
      pressed: nullable(strict({ warnId: Id, times: Type.Integer(), lastAt: Instant })),
    }),
  ),
});

/** Figures and lists of the home page. */
export const homeApi = {
  /**
   * Returns the figures of all cards that change with warns. Users of the same rights and scope share an answer for two
   * seconds; a part is null where it failed or its permission is missing.
   */
  getHome: post('/api/home/getHome', {
    title: '首页：告警',
    permission: 'warn:list',
    ...withoutInput,
    output: strict({
      /** Time since the shared figures were computed, ms. */
      age: Type.Integer(),
      queue: nullable(Queue),
      mine: nullable(Mine),
      today: nullable(Today),
      followUp: nullable(FollowUp),
      work: nullable(Work),
      watch: nullable(Watch),
    }),
  }),
  getHomeOffline: post('/api/home/getHomeOffline', {
    title: '首页：离线设备',
    permission: 'home:offline',
    ...withoutInput,
    output: strict({
      count: Type.Integer(),
      /** Count of customers who live alone. */
      alone: Type.Integer(),
      rows: Type.Array(
        strict({
          id: Id,
          name: Type.String(),
          sn: Type.String(),
          model: Type.String(),
          customerName: nullable(Type.String()),
          alone: Type.Boolean(),
          area: nullable(Type.String()),
          since: Instant,
          battery: nullable(Type.Integer()),
          state: Type.String(),
        }),
        { description: 'at most 50, people who live alone first' },
      ),
    }),
  }),
  getHomeSeat: post('/api/home/getHomeSeat', {
    title: '首页：同班',
    permission: 'warn:claim',
    ...withoutInput,
    output: Type.Array(
      strict({ id: Id, name: Type.String(), handling: Type.Integer(), state: Type.Enum(keysOf(seatStates)) }),
    ),
  }),
  /** Returns the current turn of the roster. */
  getHomeShift: post('/api/home/getHomeShift', {
    title: '首页：我的班次',
    permission: 'warn:claim',
    ...withoutInput,
    output: strict({
      /** Null when the viewer is not on duty now. */
      turn: nullable(
        strict({
          shift: Type.String(),
          seat: nullable(Type.String()),
          from: Instant,
          until: Instant,
          /** Open sheets, those that wait for the viewer's signature first, and the sheet taken over in this turn. */
          sheets: Type.Array(
            strict({
              id: Id,
              /** `take`, `give`: waits for the viewer's signature; `given`: for the other side's. */
              kind: Type.Enum(['take', 'give', 'given', 'taken']),
              /** User on the other side. */
              name: Type.String(),
              at: nullable(Instant),
            }),
          ),
        }),
      ),
    }),
  }),
  getHomeNotice: post('/api/home/getHomeNotice', {
    title: '首页：通知公告',
    permission: 'login',
    ...withoutInput,
    output: strict({
      /** Count of unread notices and those that wait for 我已知晓, without the product's automatic ones. */
      unread: Type.Integer(),
      rows: Type.Array(
        strict({
          id: Id,
          title: Type.String(),
          typeName: Type.String(),
          level: Type.Enum(keysOf(noticeLevels)),
          publishedAt: Instant,
          open: Type.Boolean(),
        }),
        { description: 'at most five, the open ones first' },
      ),
    }),
  }),
  getHomeSetup: post('/api/home/getHomeSetup', {
    title: '首页：开通清单',
    permission: 'login',
    ...withoutInput,
    output: strict({
      departments: Type.Integer(),
      projects: Type.Integer(),
      /** Count of accounts without the viewer's. */
      accounts: Type.Integer(),
      customers: Type.Integer(),
      equipment: Type.Integer(),
      /** Count of turns of the roster, past ones included. */
      turns: Type.Integer(),
    }),
  }),
};

export const feature: Feature = {
  title: '首页',
  endpoints: homeApi,
  screens: [
    {
      path: '/index',
      title: '首页',
      icon: 'home',
      group: '首页',
      sort: 0,
      component: 'HomeScreen',
      buttons: [
        { key: 'home:offline', title: '查看离线设备', roles: ['engineer', 'area', 'leader', 'operator'] },
        { key: 'home:lead', title: '班长待办', roles: ['leader'] },
        { key: 'home:area', title: '辖区概况', roles: ['area'] },
        { key: 'home:device', title: '设备待办', roles: ['engineer'] },
        { key: 'home:health', title: '健康待办', roles: ['health'] },
      ],
    },
  ],
};
