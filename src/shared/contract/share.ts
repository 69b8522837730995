import { keysOf, positionModes } from '../codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '../endpoint.ts';
import { deadLink } from '../link.ts';
import { Type } from '../typebox.ts';

/** Maximum lifetime of a link in hours (domain.md 10.2); of a link to a place, which has the preset one without a value. */
export const maxShareHours = 72;
export const maxPlaceHours = 12;
export const presetHours = { sheet: 24, place: 2, lost: 24 } as const;

/** What a link opens: an alarm's 处置单, the place of one person, the sheet of a lost one. */
export const shareKinds = { sheet: '处置单', place: '位置', lost: '走失单' } as const;
export type ShareKind = keyof typeof shareKinds;

const ShareRow = strict({
  id: Id,
  kind: Type.Enum(keysOf(shareKinds)),
  /** With name and photo. */
  whole: Type.Boolean(),
  createdAt: Instant,
  createdByName: nullable(Type.String()),
  expiresAt: Instant,
  withCode: Type.Boolean(),
  views: Type.Integer(),
  lastViewedAt: nullable(Instant),
  state: Type.Enum(['open', 'expired', 'revoked', 'locked']),
});

const Line = strict({
  at: Instant,
  /** Seconds since the alarm was received. */
  after: Type.Integer(),
  text: Type.String(),
});

/** 处置单 for the recipient of a link: steps with actor and time, but no phone, flat, note or full name. */
export const SharedSheet = strict({
  no: Type.String(),
  type: Type.String(),
  level: Type.Integer(),
  levelName: Type.String(),
  status: Type.String(),
  presses: Type.Integer(),
  /** E.g. 吴* · 女 · 86 岁. */
  person: Type.String(),
  /** Down to the community. */
  area: nullable(Type.String()),
  occurredAt: Instant,
  receivedAt: Instant,
  finishedAt: nullable(Instant),
  /** Seconds since the alarm was received. */
  claimed: nullable(Type.Integer()),
  familyTold: nullable(Type.Integer()),
  arrived: nullable(Type.Integer()),
  result: nullable(Type.String()),
  steps: Type.Array(Line),
  /** Service that handles the warn, and its telephone. */
  service: Type.String(),
  servicePhone: nullable(Type.String()),
  /** Time zone of the warn's project; the page shows all times in it. */
  timeZone: Type.String(),
});

/** Newest place of a person's devices. */
export const SharedPoint = strict({
  lat: Type.Number(),
  lng: Type.Number(),
  accuracy: nullable(Type.Number()),
  source: Type.Enum(keysOf(positionModes)),
  at: Instant,
  /** Seconds between `at` and the answer. */
  age: Type.Integer(),
  /** Older than a device of this kind should report. */
  stale: Type.Boolean(),
});

const shared = {
  /** 吴*; whole if it was given with a reason, as the photo. */
  name: Type.String(),
  /** Data URL. */
  photo: nullable(Type.String()),
  /** Null while no device has found a place. */
  place: nullable(SharedPoint),
  service: Type.String(),
  servicePhone: nullable(Type.String()),
  timeZone: Type.String(),
};

/** Place of one person for the recipient of a link. */
export const SharedPlace = strict(shared);

/** What people look for, for the recipient of a link; ends with the search. */
export const SharedLost = strict({
  ...shared,
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  seenAt: Instant,
  seen: nullable(strict({ lat: Type.Number(), lng: Type.Number() })),
  seenNote: nullable(Type.String()),
  clothes: Type.String(),
  look: nullable(Type.String()),
  /** Where the person can be, now. */
  ring: nullable(
    strict({
      centre: strict({ lat: Type.Number(), lng: Type.Number() }),
      metres: Type.Integer(),
      at: Instant,
    }),
  ),
});

/**
 * Links need a session, and the permission `warn:share` for a 处置单, `location:share` for a place and the sheet of a
 * lost person.
 */
export const shareApi = {
  addShare: post('/api/share/addShare', {
    title: '分享',
    permission: 'login',
    input: {
      kind: Type.Optional(Type.Enum(keysOf(shareKinds), { title: '内容' })),
      /** The alarm of a sheet, or of a lost person. */
      warnId: Type.Optional(Id),
      /** The person of a place. */
      customerId: Type.Optional(Id),
      hours: Type.Optional(
        Type.Integer({ minimum: 1, maximum: maxShareHours, title: '有效小时', msg: '有效期为1至72小时' }),
      ),
      withCode: Type.Boolean({ title: '提取码' }),
      /** With name and photo; needs a reason. */
      whole: Type.Optional(Type.Boolean({ title: '姓名和照片' })),
      reason: Type.Optional(Type.String({ maxLength: 200, title: '原因' })),
    },
    output: strict({
      id: Id,
      token: Type.String({ description: 'shown once' }),
      code: nullable(Type.String({ description: 'four digits, shown once' })),
      expiresAt: Instant,
    }),
  }),
  /** Links that the viewer may add, to an alarm or to a person. */
  getShareList: post('/api/share/getShareList', {
    title: '分享链接列表',
    permission: 'login',
    change: false,
    input: { warnId: Type.Optional(Id), customerId: Type.Optional(Id) },
    output: Type.Array(ShareRow),
  }),
  revokeShare: post('/api/share/revokeShare', {
    title: '撤销分享链接',
    permission: 'login',
    input: { id: Id },
    output: NoData,
  }),
  /** Counts as a change: every view of the item is written to the command log. */
  openShare: post('/api/share/openShare', {
    title: '打开分享链接',
    permission: 'public',
    input: {
      token: Type.String({ pattern: '^[A-Za-z0-9_-]{32}$', title: '链接', msg: deadLink }),
      code: Type.Optional(Type.String({ pattern: '^\\d{4}$', title: '提取码', msg: '提取码为4位数字' })),
    },
    output: strict({
      /** Null until the code was entered. */
      id: nullable(Id),
      codeWanted: Type.Boolean(),
      expiresAt: Instant,
      /** One of them is filled, by the kind of the link. */
      sheet: nullable(SharedSheet),
      place: nullable(SharedPlace),
      lost: nullable(SharedLost),
    }),
  }),
};
