import { keysOf, positionModes } from '#shared/codes.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, Instant, list, nullable, post, span, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { fenceLimits } from '#shared/place/fenceShape.ts';
import { resource } from '#shared/resource.ts';
import { computed, field, statusField } from '#shared/resourceField.ts';
import { retitled, Type } from '#shared/typebox.ts';

export const fenceKinds = { home: '家', safe: '安全区', forbidden: '禁入区', stay: '久留' } as const;
export const fenceEvents = { leave: '离开', enter: '进入', stay: '久留', back: '返回' } as const;
export const fenceStandings = {
  inside: '围栏内',
  outside: '越界',
  doubtful: '可能越界',
  unknown: '未判定',
  off: '不判越界',
} as const;

export type FenceKind = keyof typeof fenceKinds;
export type FenceEvent = keyof typeof fenceEvents;
export type FenceStanding = keyof typeof fenceStandings;

const { radius, corners, points, width } = fenceLimits;

/** WGS-84, degrees. */
export const Point = strict({
  lat: Type.Number({ minimum: -85, maximum: 85, title: '纬度' }),
  lng: Type.Number({ minimum: -180, maximum: 180, title: '经度' }),
});

/** Exactly one of the three; radius and width in metres. */
export const Shape = strict(
  {
    circle: Type.Optional(
      strict(
        {
          centre: retitled(Point, '圆心'),
          radius: Type.Number({
            ...{ minimum: radius.min, maximum: radius.max, title: '半径' },
            msg: `半径应在 ${radius.min}–${radius.max} 米之间`,
          }),
        },
        '圆',
      ),
    ),
    polygon: Type.Optional(
      Type.Array(Point, {
        ...{ minItems: corners.min, maxItems: corners.max, title: '多边形' },
        msg: `多边形应有 ${corners.min}–${corners.max} 个角`,
      }),
    ),
    corridor: Type.Optional(
      strict(
        {
          points: Type.Array(Point, {
            ...{ minItems: points.min, maxItems: points.max, title: '走廊的点' },
            msg: `走廊应有 ${points.min}–${points.max} 个点`,
          }),
          width: Type.Number({
            ...{ minimum: width.min, maximum: width.max, title: '宽度' },
            msg: `宽度应在 ${width.min}–${width.max} 米之间`,
          }),
        },
        '走廊',
      ),
    ),
  },
  '形状',
);

const Clock = (title: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', title, msg: '时间应为 00:00 至 23:59' });

/** Hours of the clock of the project on some weekdays; over midnight where `to` is before `from`. */
export const Window = strict({
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    ...{ minItems: 1, maxItems: 7, uniqueItems: true, title: '星期' },
    msg: '至少选择一天',
  }),
  from: Clock('开始'),
  to: Clock('结束'),
});

/** Limits of the people and hours of one fence. */
export const maxFencePeople = 500;

export const fence = resource(
  'fence',
  '围栏',
  {
    name: field(Type.String({ minLength: 2, maxLength: 40, title: '名称', msg: '名称为2至40个字' }), {
      ...{ required: true, search: true, sort: true },
      column: { width: 200, fixed: 'left' },
    }),
    kind: field(Type.Enum(keysOf(fenceKinds), { title: '类型' }), {
      ...{ required: true, labels: fenceKinds, filter: 'many' },
      column: { width: 88 },
    }),
    shape: field(Shape, { required: true, column: false, export: false }),
    windows: field(Type.Array(Window, { maxItems: 10, title: '生效时段' }), {
      ...{ defaultValue: [], column: false, export: false },
    }),
    minutes: field(Type.Integer({ minimum: 5, maximum: 1440, title: '久留时长', msg: '久留时长为5至1440分钟' }), {
      column: { width: 88, align: 'right', hidden: true },
      form: { unit: '分钟' },
    }),
    customerIds: field(Type.Array(Id, { maxItems: maxFencePeople, uniqueItems: true, title: '客户' }), {
      ...{ defaultValue: [], column: false, export: false },
    }),
    tag: field(Type.Array(coded('customer_tag', '标签'), { maxItems: 20, uniqueItems: true, title: '标签' }), {
      ...{ defaultValue: [] },
      column: { width: 136 },
    }),
    projectId: field(Type.String({ ...Id, title: '项目' }), { editable: false, column: false, export: false }),
    departmentId: field(Type.String({ ...Id, title: '部门' }), { editable: false, column: false, export: false }),
    projectName: computed(Type.String({ title: '项目' }), { column: { width: 128 } }),
    /** People in the viewer's scope whom the fence is for. */
    personCount: computed(Type.Integer({ title: '人数' }), { column: { width: 64, align: 'right' } }),
    /** People of these who are where they should not be. */
    outsideCount: computed(Type.Integer({ title: '越界' }), { column: { width: 64, align: 'right' } }),
    remark: field(Type.String({ maxLength: 500, title: '备注' }), { column: { hidden: true }, form: { wide: true } }),
    status: { ...statusField, filter: 'many' },
  },
  { owners: ['createdBy'] },
);

const placed = { projectId: Type.Optional(Id), departmentId: Type.Optional(Id) };
const read = 'location:list';

const getFenceList = fence.list({
  permission: read,
  filters: { customerId: Type.Optional(Id), projectId: Type.Optional(Id), departmentId: Type.Optional(Id) },
});

/** Why a fix said nothing about a fence. */
export const unusableReasons = {
  late: '补传',
  cell: '基站',
  inaccurate: '精度差',
  border: '在边界上',
  repeated: '重复',
} as const;

const Crossing = strict({
  at: Instant,
  kind: Type.Enum(keysOf(fenceEvents)),
  lat: Type.Number(),
  lng: Type.Number(),
});

export const fenceApi = {
  getFenceList,
  getFence: fence.get({ permission: read }),
  addFence: fence.add({ permission: 'fence:edit', input: placed }),
  editFence: fence.edit({ permission: 'fence:edit', input: placed }),
  updateFenceStatus: fence.status({ permission: 'fence:edit' }),
  deleteFence: fence.remove({ permission: 'fence:edit' }),
  /** What a fence would have reported of a person in a past time; nothing is stored. It shows their way. */
  tryFence: post('/api/fence/tryFence', {
    title: '围栏试算',
    permission: 'location:track',
    input: {
      shape: Shape,
      kind: Type.Enum(keysOf(fenceKinds), { title: '类型' }),
      windows: Type.Optional(Type.Array(Window, { maxItems: 10, title: '生效时段' })),
      minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1440, title: '久留时长' })),
      customerId: Type.String({ ...Id, title: '客户' }),
      from: Type.String({ ...Instant, title: '开始时间' }),
      to: Type.String({ ...Instant, title: '结束时间', after: 'from' }),
    },
    output: strict({
      events: Type.Array(Crossing),
      /** Number of fixes that said something. */
      usable: Type.Integer(),
      left: Type.Array(strict({ reason: Type.Enum(keysOf(unusableReasons)), n: Type.Integer() })),
      /** All fixes of the time (`FixColumns`), so that a page tries other shapes without another call. */
      fixes: strict({
        t0: nullable(Type.Integer()),
        dt: Type.Array(Type.Integer()),
        lat: Type.Array(Type.Integer()),
        lng: Type.Array(Type.Integer()),
        accuracy: Type.Array(nullable(Type.Integer())),
        source: Type.Array(Type.Integer()),
        sources: Type.Array(nullable(Type.Enum(keysOf(positionModes)))),
        late: Type.Array(Type.Integer()),
      }),
      /** Zone of the hours. */
      timeZone: Type.String(),
      /** More than 100,000 fixes of a device: its first ones are left out. */
      more: Type.Boolean(),
    }),
  }),
  getFenceEventList: list('/api/fence/getFenceEventList', {
    title: '进出记录',
    permission: read,
    filters: {
      ...span,
      customerId: Type.Optional(Id),
      fenceId: Type.Optional(Type.String({ ...Id, title: '围栏' })),
      kind: Type.Optional(Type.Array(Type.Enum(keysOf(fenceEvents)), { maxItems: 4, title: '类型' })),
    },
    sort: ['at'],
    row: strict({
      id: Id,
      at: Instant,
      kind: Type.Enum(keysOf(fenceEvents)),
      fenceId: Id,
      fenceName: Type.String(),
      customerId: Id,
      customerName: Type.String(),
      lat: nullable(Type.Number()),
      lng: nullable(Type.Number()),
      accuracy: nullable(Type.Number()),
      warnId: nullable(Id),
    }),
  }),
};

const looks = { key: 'location:list', title: '查看定位', roles: ['area', 'leader', 'operator'] } as const;

export const feature: Feature = {
  title: '围栏',
  endpoints: fenceApi,
  resource: fence,
  labels: { 'fence.kind': fenceKinds },
  screens: [
    {
      ...{
        path: '/location/list/fence',
        title: '围栏',
        icon: 'map-pin',
        group: '值守',
        sort: 11,
        rank: 1,
        hidden: true,
        wide: true,
      },
      component: 'FenceScreen',
      tabs: { '/location/list/fence': '围栏' },
      permission: looks,
      buttons: [{ key: 'fence:edit', title: '编辑围栏', roles: ['area', 'leader'] }],
    },
    {
      ...{ path: '/location/list/event', title: '进出记录', icon: 'map-pin', group: '值守', sort: 11, rank: 2 },
      ...{ component: 'EventScreen', hidden: true, wide: true },
      tabs: { '/location/list/event': '进出记录' },
      permission: looks,
    },
  ],
};
