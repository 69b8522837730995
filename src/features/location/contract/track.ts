import { fenceEvents } from '#features/fence/contract.ts';
import { keysOf, positionModes } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** Longest time of a track, days; and the points of one answer. */
export const maxTrackDays = 7;
export const maxTrackPoints = 100_000;

const time = {
  customerId: Id,
  from: Type.String({ ...Instant, title: '开始时间' }),
  to: Type.String({ ...Instant, title: '结束时间' }),
};

/** Columns of the workbook of a track. */
const columns = {
  at: '时间',
  lat: '纬度',
  lng: '经度',
  accuracy: '精度（米）',
  source: '方式',
  speed: '速度（km/h）',
  device: '设备',
  leftOut: '不计入的原因',
};

/** As an export of the mechanism, of one track instead of a list. */
const exportTrack = {
  ...post('/api/location/exportTrack', {
    title: '导出轨迹',
    permission: 'location:export',
    input: {
      ...time,
      /** All points; without it those in the line, as the page draws it. */
      raw: Type.Optional(Type.Boolean({ title: '原始点' })),
      format: Type.Enum(['gpx', 'xlsx'], { title: '格式' }),
    },
    output: strict({ fileId: nullable(Id), jobId: nullable(Id), count: Type.Integer() }),
  }),
  row: strict({ source: Type.Enum(keysOf(positionModes)) }),
  columns,
  personal: [],
};

export const trackApi = {
  /**
   * Points of all devices while they were bound to the person, in the order of time, as columns: each of `dt`, `lat` and
   * `lng` is the difference to the point before; `lat` and `lng` begin with the whole value, `dt` with the distance to
   * `t0`.
   */
  getTrack: post('/api/location/getTrack', {
    title: '轨迹',
    permission: 'location:track',
    input: { ...time, equipmentId: Type.Optional(Id) },
    output: strict({
      /** Time of the first point, ms since 1970; null without a point. */
      t0: nullable(Type.Integer()),
      /** Seconds. */
      dt: Type.Array(Type.Integer()),
      /** Millionths of a degree, WGS-84. */
      lat: Type.Array(Type.Integer()),
      lng: Type.Array(Type.Integer()),
      /** Whole metres; null where the device gave none. */
      accuracy: Type.Array(nullable(Type.Integer())),
      /** Tenths of km/h. */
      speed: Type.Array(nullable(Type.Integer())),
      /** Places in `sources` and `devices`. */
      source: Type.Array(Type.Integer()),
      device: Type.Array(Type.Integer()),
      flags: Type.Array(Type.Integer()),
      sources: Type.Array(Type.Enum(keysOf(positionModes))),
      devices: Type.Array(strict({ id: Id, name: Type.String(), sn: Type.String(), kind: Type.String() })),
      /** Fences left and entered. */
      events: Type.Array(
        strict({ at: Instant, kind: Type.Enum(keysOf(fenceEvents)), fenceId: Id, name: Type.String() }),
      ),
      timeZone: Type.String(),
      /** More than 100,000 points: the last ones are left out. */
      more: Type.Boolean(),
    }),
  }),
  exportTrack,
};
