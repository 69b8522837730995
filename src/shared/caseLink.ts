import { dispatchStates, keysOf } from './codes.ts';
import { Id, Instant, nullable, post, strict } from './endpoint.ts';
import { deadLink } from './link.ts';
import { Type } from './typebox.ts';

/** What family answers by a link (domain.md 7.5). */
export const caseAnswers = { going: '我去处理', unreachable: '我联系不上', mis_touch: '误触' } as const;
export type CaseAnswer = keyof typeof caseAnswers;

/** What somebody outside reads of an open alarm: whether it is claimed. */
export const claimTexts = { pending: '尚未有人接警', handling: '已由值守人员接警' } as const;

/** What a responder reports, in this order. */
export const arrivalStates = ['accepted', 'on_way', 'arrived', 'done'] as const;

const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{32}$', title: '链接', msg: deadLink });

const Lat = Type.Number({ minimum: -90, maximum: 90, title: '纬度' });
const Lng = Type.Number({ minimum: -180, maximum: 180, title: '经度' });

/** An open case for somebody outside: no whole name, no number, no health; where to go for a responder on the way alone. */
const OpenCase = strict({
  kind: Type.Enum(['family', 'responder']),
  no: Type.String(),
  type: Type.String(),
  level: Type.Integer(),
  levelName: Type.String(),
  /** Of `claimTexts`, or how the case ended. */
  state: Type.String(),
  /** Raised in a drill. */
  drill: Type.Boolean(),
  /** The case has ended: nothing is asked any more. */
  over: Type.Boolean(),
  /** When the alarm was received. */
  time: Instant,
  timeZone: Type.String(),
  /** Down to the community; the address for a responder while they are sent. */
  place: nullable(Type.String()),
  /** 吴* · 男 · 86 岁. */
  person: Type.String(),
  /** To whom the link was sent. */
  toName: Type.String(),
  answer: nullable(Type.Enum(keysOf(caseAnswers))),
  /** What was reported last by this link: it is with the desk; `seen`: the handler's page has shown it. */
  report: nullable(strict({ at: Instant, seen: Type.Boolean() })),
  /** Of a responder. How to get in, and whom to ring, while they are sent and the case is open. */
  dispatch: nullable(
    strict({
      state: Type.Enum(keysOf(dispatchStates)),
      note: nullable(Type.String()),
      entry: nullable(Type.String()),
      contacts: Type.Array(
        strict({
          name: Type.String(),
          relation: Type.String(),
          phone: nullable(Type.String()),
          hasKey: Type.Boolean(),
        }),
      ),
    }),
  ),
  service: Type.String(),
  servicePhone: nullable(Type.String()),
});

export const caseLinkApi = {
  /** A link for a contact of the person or for a dispatch, valid while the case is open; shown once. */
  addCaseLink: post('/api/caseLink/addCaseLink', {
    title: '生成应答链接',
    permission: 'warn:claim',
    input: {
      warnId: Id,
      contactId: Type.Optional(Id),
      dispatchId: Type.Optional(Id),
    },
    output: strict({
      token: Type.String({ description: 'shown once' }),
      /** Where PUBLIC_URL says by which address the product is reached from outside. */
      url: nullable(Type.String()),
    }),
  }),
  getCase: post('/api/open/getCase', {
    title: '打开应答链接',
    permission: 'public',
    /** `again`: an open page looks how its link stands now. */
    input: { token: Token, again: Type.Optional(Type.Boolean({ title: '再次查看' })) },
    output: OpenCase,
  }),
  answerCase: post('/api/open/answerCase', {
    title: '家属应答',
    permission: 'public',
    input: {
      token: Token,
      answer: Type.Enum(keysOf(caseAnswers), { title: '应答' }),
      note: Type.Optional(Type.String({ maxLength: 200, title: '留言' })),
    },
    output: OpenCase,
  }),
  reportArrival: post('/api/open/reportArrival', {
    title: '上门进展',
    permission: 'public',
    input: {
      token: Token,
      state: Type.Enum([...arrivalStates], { title: '进展' }),
      lat: Type.Optional(Lat),
      lng: Type.Optional(Lng),
    },
    output: OpenCase,
  }),
  /** Where a responder is, WGS-84; accuracy in metres. */
  reportPosition: post('/api/open/reportPosition', {
    title: '发送位置',
    permission: 'public',
    input: {
      token: Token,
      lat: Lat,
      lng: Lng,
      accuracy: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000, title: '精度' })),
    },
    output: OpenCase,
  }),
};
