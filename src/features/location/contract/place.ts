import { fenceStandings } from '#features/fence/contract.ts';
import { consentValidities, deviceKinds, keysOf, onlineStates, positionModes } from '#shared/codes.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** What a person on the map is shown as; the first that holds. */
export const placeStates = {
  alarm: '告警中',
  lost: '走失',
  outside: '围栏外',
  fresh: '最新',
  stale: '陈旧',
  installed: '安装位置',
  none: '无位置',
} as const;
export type PlaceState = keyof typeof placeStates;

/** What a place is: a fix, fresh or stale; without a fix where the device hangs, else where the person lives. */
export const placeKinds = { fresh: '最新', stale: '陈旧', installed: '安装位置', home: '住址' } as const;
export type PlaceKind = keyof typeof placeKinds;

const filters = {
  /** These people; for the labels of markers. */
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true, title: '客户' })),
  customerId: Type.Optional(Id),
  projectId: Type.Optional(Id),
  departmentId: Type.Optional(Id),
  /** The region and all regions below it. */
  regionCode: Type.Optional(Type.String({ pattern: '^\\d{6,12}$', title: '区域' })),
  tag: Type.Optional(Type.Array(coded('customer_tag', '标签'), { maxItems: 20, title: '标签' })),
  /** Of the device that gives the place, as `source` and `online`. */
  kind: Type.Optional(Type.Array(Type.Enum(keysOf(deviceKinds)), { maxItems: 30, title: '设备类型' })),
  source: Type.Optional(Type.Array(Type.Enum(keysOf(positionModes)), { maxItems: 10, title: '方式' })),
  online: Type.Optional(Type.Array(Type.Enum(keysOf(onlineStates)), { maxItems: 5, title: '在线' })),
  state: Type.Optional(Type.Array(Type.Enum(keysOf(placeStates)), { maxItems: 10, title: '状态' })),
  fence: Type.Optional(Type.Array(Type.Enum(keysOf(fenceStandings)), { maxItems: 5, title: '围栏' })),
  moving: Type.Optional(Type.Boolean({ title: '移动中' })),
  batteryBelow: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, title: '电量低于' })),
  /** Time of the fix. */
  from: Type.Optional(Type.String({ ...Instant, title: '定位时间起' })),
  to: Type.Optional(Type.String({ ...Instant, title: '定位时间止' })),
};

const Place = strict({
  lat: Type.Number(),
  lng: Type.Number(),
  kind: Type.Enum(keysOf(placeKinds)),
  /** Metres, as the device gave it; null where it gave none or there is no fix. */
  accuracy: nullable(Type.Number()),
  source: nullable(Type.Enum(keysOf(positionModes))),
  /** Device time of the fix; null without a fix. */
  at: nullable(Instant),
});

const rowProps = {
  customerId: Id,
  name: Type.String(),
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  livingState: nullable(Type.String()),
  projectId: Id,
  departmentId: Id,
  /** Device that gives the place; without a fix the one that reported last. */
  equipmentId: nullable(Id),
  sn: nullable(Type.String()),
  kind: nullable(Type.String()),
  state: Type.Enum(keysOf(placeStates)),
  place: nullable(Place),
  /** 家西北 120 米; the division where nothing is near, null without a place. */
  near: nullable(Type.String()),
  /** km/h with the fix. */
  speed: nullable(Type.Number()),
  /** Walks or drives: a fresh fix with a speed. */
  moving: Type.Boolean(),
  battery: nullable(Type.Integer()),
  online: nullable(Type.Enum(keysOf(onlineStates))),
  /** Last report of this device, with or without a fix. */
  lastSeenAt: nullable(Instant),
  /** The fix is older than the rule allows (`staleAfter`). */
  stale: Type.Boolean(),
  fence: strict({
    /** `off`: no fence in force, or no consent. */
    standing: Type.Enum(keysOf(fenceStandings)),
    id: nullable(Id),
    name: nullable(Type.String()),
    since: nullable(Instant),
  }),
  /** Most urgent open alarm: the one of `state` where that is `alarm` or `lost`. */
  warnId: nullable(Id),
  warnType: nullable(Type.String()),
  warnLevel: nullable(Type.Integer()),
  warnAt: nullable(Instant),
  /** Validity of the location consent; without a valid one there is no place, standing, distance or movement. */
  agreement: Type.Enum(keysOf(consentValidities)),
};

/** Outcome of 立即定位. */
export const Locate = strict({
  state: Type.Enum(['queued', 'sent', 'acknowledged', 'failed', 'expired']),
  askedAt: Instant,
  sentAt: nullable(Instant),
  answeredAt: nullable(Instant),
  /** Whether a newer position has arrived since. */
  located: Type.Boolean(),
});

const getPlaceList = list('/api/location/getPlaceList', {
  title: '定位列表',
  permission: 'location:list',
  filters,
  /** Without `sort`: alarms, lost, outside, then by name. */
  sort: ['name', 'at', 'battery', 'lastSeenAt'],
  row: strict(rowProps),
});

const { keyword } = getPlaceList.input.properties;

/** Places of people: list, map and one person. */
export const placeApi = {
  getPlaceList,
  /** Everybody with a place as columns; `gone`: customers of an earlier answer who are no longer among them. */
  getPlaceMap: post('/api/location/getPlaceMap', {
    title: '定位地图',
    permission: 'location:list',
    change: false,
    input: {
      keyword,
      ...filters,
      /** `cursor` of the last answer: only what has changed since. */
      since: Type.Optional(Type.String({ minLength: 1, maxLength: 100, title: '上次位置' })),
    },
    output: strict({
      customerId: Type.Array(Id),
      equipmentId: Type.Array(nullable(Id)),
      lat: Type.Array(Type.Number()),
      lng: Type.Array(Type.Number()),
      /** Seconds since 1970; null without a fix. */
      at: Type.Array(nullable(Type.Integer())),
      state: Type.Array(Type.Enum(keysOf(placeStates))),
      kind: Type.Array(Type.Enum(keysOf(placeKinds))),
      /** Whole metres. */
      accuracy: Type.Array(nullable(Type.Integer())),
      gone: Type.Array(Id),
      cursor: Type.String(),
      /** People with a place under these filters. */
      count: Type.Integer(),
      /** The answer has all of them: forget those of earlier answers. */
      reset: Type.Boolean(),
      /** More than 50,000 people: the rest is left out. */
      more: Type.Boolean(),
    }),
  }),
  getPlace: post('/api/location/getPlace', {
    title: '一人的位置',
    permission: 'location:list',
    change: false,
    input: { customerId: Id },
    output: strict({
      ...rowProps,
      /** Null without a valid consent. */
      home: nullable(strict({ lat: Type.Number(), lng: Type.Number() })),
      /** Metres from home. */
      distance: nullable(Type.Number()),
      /** Since when the person has stayed within 60 m; null on the move, and where the last day does not tell. */
      stillSince: nullable(Instant),
      mobile: nullable(Type.String()),
      phone: nullable(Type.String()),
      contacts: Type.Array(
        strict({ id: Id, name: Type.String(), relation: Type.String(), phone: nullable(Type.String()) }),
      ),
      devices: Type.Array(
        strict({
          id: Id,
          name: Type.String(),
          sn: Type.String(),
          kind: Type.String(),
          online: Type.Enum(keysOf(onlineStates)),
          battery: nullable(Type.Integer()),
          lastSeenAt: nullable(Instant),
          lastFixAt: nullable(Instant),
          canLocate: Type.Boolean(),
          canCall: Type.Boolean(),
        }),
      ),
      locate: nullable(Locate),
      lostWarnId: nullable(Id),
    }),
  }),
  locateCustomer: post('/api/location/locateCustomer', {
    title: '立即定位',
    permission: 'location:list',
    input: { customerId: Id },
    output: Locate,
  }),
};
