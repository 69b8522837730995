import { Helper } from '#features/dispatch/contract.ts';
import { consentValidities, keysOf, positionModes } from '#shared/codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** How a person who was lost ends. */
export const lostResults = { found: '找到', hospital: '送医', death: '死亡', none: '无需处理' } as const;
export type LostResult = keyof typeof lostResults;

const unlogged = { unlogged: true } as const;
const Text = (title: string, maxLength: number) => Type.String({ maxLength, title, ...unlogged });
const Latitude = Type.Number({ minimum: -90, maximum: 90, title: '纬度', msg: '纬度为-90至90', ...unlogged });
const Longitude = Type.Number({ minimum: -180, maximum: 180, title: '经度', msg: '经度为-180至180', ...unlogged });
const Speed = Type.Number({ minimum: 1, maximum: 6, title: '步行速度', msg: '步行速度为1至6公里每小时' });
const Seconds = Type.Integer({ minimum: 10, maximum: 300, title: '上报间隔', msg: '上报间隔为10至300秒' });
const SeenAt = Type.String({ ...Instant, title: '最后见到' });
const Clothes = Type.String({
  ...{ minLength: 1, maxLength: 200, title: '衣着', msg: '请填写衣着，最多200个字' },
  ...unlogged,
});

/** Facts that people type; the place is WGS-84. */
const facts = {
  lat: Type.Optional(nullable(Latitude)),
  lng: Type.Optional(nullable(Longitude)),
  seenNote: Type.Optional(nullable(Text('最后见到的情形', 500))),
  look: Type.Optional(nullable(Text('体貌特征', 300))),
  speed: Type.Optional(Speed),
  /** An upload of `uploadLostPhoto`; without it the customer's portrait is shown. */
  photoFileId: Type.Optional(nullable(Type.String({ ...Id, title: '照片' }))),
  seconds: Type.Optional(Seconds),
};

export const LostPoint = strict({
  lat: Type.Number(),
  lng: Type.Number(),
  accuracy: nullable(Type.Number()),
  source: Type.Enum(keysOf(positionModes)),
  at: Instant,
});

export const LostRing = strict({
  centre: strict({ lat: Type.Number(), lng: Type.Number() }),
  /** Radius now: speed × time since `at` + accuracy, 20 km at most. */
  metres: Type.Integer(),
  accuracy: Type.Number(),
  /** Time of the last usable fix, or when the person was seen last. */
  at: Instant,
  from: Type.Enum(['fix', 'seen']),
});

export const lostApi = {
  /** Raises an alarm of type 走失; for a person who is lost already, the open one. */
  openLost: post('/api/lost/openLost', {
    title: '走失',
    permission: 'lost:edit',
    input: {
      customerId: Type.Optional(Id),
      /** An open alarm of the person, which gets a step. */
      warnId: Type.Optional(Id),
      seenAt: SeenAt,
      clothes: Clothes,
      ...facts,
    },
    /** `isNew: false`: the open alarm, which the input has not changed. */
    output: strict({ warnId: Id, isNew: Type.Boolean() }),
  }),
  editLost: post('/api/lost/editLost', {
    title: '编辑走失',
    permission: 'lost:edit',
    input: {
      /** Id of the alarm. */
      id: Id,
      version: Type.Integer({ minimum: 1, title: '版本' }),
      seenAt: Type.Optional(SeenAt),
      clothes: Type.Optional(Clothes),
      ...facts,
    },
    output: strict({ version: Type.Integer() }),
  }),
  /** Closes the alarm, ends the short interval, and with them the links to the sheet. */
  closeLost: post('/api/lost/closeLost', {
    title: '结束走失',
    permission: 'lost:edit',
    input: {
      id: Id,
      result: Type.Enum(keysOf(lostResults), { title: '结果', msg: '请选择结果' }),
      foundAt: Type.Optional(Type.String({ ...Instant, title: '找到时间' })),
      note: Type.String({ minLength: 5, maxLength: 500, title: '经过', msg: '经过至少5个字', ...unlogged }),
    },
    output: NoData,
  }),
  getLost: post('/api/lost/getLost', {
    title: '走失详情',
    permission: 'lost:edit',
    change: false,
    input: { id: Id },
    output: strict({
      id: Id,
      no: Type.String(),
      version: Type.Integer(),
      status: Type.Enum(['pending', 'handling', 'done', 'false']),
      handlerId: nullable(Id),
      customerId: Id,
      customerName: Type.String(),
      gender: Type.Integer(),
      age: nullable(Type.Integer()),
      seenAt: Instant,
      /** Where the person was seen last; null without a valid location consent. */
      seen: nullable(strict({ lat: Type.Number(), lng: Type.Number() })),
      seenNote: nullable(Type.String()),
      clothes: Type.String(),
      look: nullable(Type.String()),
      speed: Type.Number(),
      seconds: Type.Integer(),
      photoFileId: nullable(Id),
      startedAt: Instant,
      endedAt: nullable(Instant),
      result: nullable(Type.Enum(keysOf(lostResults))),
      foundAt: nullable(Instant),
      endNote: nullable(Type.String()),
      /** Validity of the location consent; without a valid one, and after the end, there is no place, ring or track. */
      agreement: Type.Enum(keysOf(consentValidities)),
      place: nullable(strict({ ...LostPoint.properties, stale: Type.Boolean() })),
      ring: nullable(LostRing),
      /** Of the last 12 hours, oldest first. */
      track: Type.Array(LostPoint),
      nearby: Type.Array(Helper),
      reporting: strict({
        /** Command to the devices; `none`: no device can, or may, report more often. */
        state: Type.Enum(['none', 'queued', 'sent', 'acknowledged', 'failed', 'expired']),
        seconds: Type.Integer(),
      }),
      timeZone: Type.String(),
      /** Service that searches, and its telephone. */
      service: Type.String(),
      servicePhone: nullable(Type.String()),
    }),
  }),
  uploadLostPhoto: post('/api/lost/uploadLostPhoto', {
    title: '上传走失照片',
    permission: 'lost:edit',
    upload: true,
    input: {},
    output: strict({ fileId: Id }),
  }),
};

/** A lost person: an alarm with what people look for. */
export const feature: Feature = {
  title: '定位',
  module: 'location',
  endpoints: lostApi,
  labels: { 'lost_case.result': lostResults },
  screens: [],
};
