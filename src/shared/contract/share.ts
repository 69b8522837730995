import { Id, Instant, NoData, nullable, post, strict } from '../endpoint.ts';
import { deadLink } from '../link.ts';
import { Type } from '../typebox.ts';

/** Maximum lifetime of a link in hours (domain.md 10.2). */
export const maxShareHours = 72;

const ShareRow = strict({
  id: Id,
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

export const shareApi = {
  addShare: post('/api/share/addShare', {
    title: '分享处置单',
    permission: 'warn:share',
    input: {
      warnId: Id,
      hours: Type.Integer({ minimum: 1, maximum: maxShareHours, title: '有效小时', msg: '有效期为1至72小时' }),
      withCode: Type.Boolean({ title: '提取码' }),
    },
    output: strict({
      id: Id,
      token: Type.String({ description: 'shown once' }),
      code: nullable(Type.String({ description: 'four digits, shown once' })),
      expiresAt: Instant,
    }),
  }),
  getShareList: post('/api/share/getShareList', {
    title: '分享链接列表',
    permission: 'warn:share',
    change: false,
    input: { warnId: Id },
    output: Type.Array(ShareRow),
  }),
  revokeShare: post('/api/share/revokeShare', {
    title: '撤销分享链接',
    permission: 'warn:share',
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
      sheet: nullable(SharedSheet),
    }),
  }),
};
