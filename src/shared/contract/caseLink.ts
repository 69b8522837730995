import { dispatchStates, keysOf } from '../codes.ts';
import { Id, Instant, nullable, post, strict } from '../endpoint.ts';
import { deadLink } from '../link.ts';
import { Type } from '../typebox.ts';

/** Answers that a contact can give through a link (domain.md 7.5). */
export const caseAnswers = { going: '我去处理', unreachable: '我联系不上', mis_touch: '误触' } as const;
export type CaseAnswer = keyof typeof caseAnswers;

/** Claim states of an open warn as shown to the recipient of a link. */
export const claimTexts = { pending: '尚未有人接警', handling: '已由值守人员接警' } as const;

/** States that a responder reports, in this order. */
export const arrivalStates = ['accepted', 'on_way', 'arrived', 'done'] as const;

const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{32}$', title: '链接', msg: deadLink });

const Lat = Type.Number({ minimum: -90, maximum: 90, title: '纬度' });
const Lng = Type.Number({ minimum: -180, maximum: 180, title: '经度' });

/**
 * An open warn for the recipient of a link: no full name, number or health data; a responder on the way also gets the
 * address.
 */
const OpenCase = strict({
  kind: Type.Enum(['family', 'responder']),
  no: Type.String(),
  type: Type.String(),
  level: Type.Integer(),
  levelName: Type.String(),
  /** A text of `claimTexts`, or how the warn ended. */
  state: Type.String(),
  /** Raised in a drill. */
  drill: Type.Boolean(),
  /** The warn is closed: the page asks for nothing more. */
  over: Type.Boolean(),
  /** When the alarm was received. */
  time: Instant,
  timeZone: Type.String(),
  /** Down to the community; a responder gets the full address while dispatched. */
  place: nullable(Type.String()),
  /** E.g. 吴* · 男 · 86 岁. */
  person: Type.String(),
  /** Recipient of the link. */
  toName: Type.String(),
  answer: nullable(Type.Enum(keysOf(caseAnswers))),
  /** Last report through this link; `seen`: the handler's page has shown it. */
  report: nullable(strict({ at: Instant, seen: Type.Boolean() })),
  /** For a responder: how to get in and which contact to call, while they are dispatched and the warn is open. */
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
  /**
   * Creates a link for a contact of the customer or for a dispatch. It is valid while the warn is open and shown once.
   */
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
      /** Full URL; null without PUBLIC_URL. */
      url: nullable(Type.String()),
    }),
  }),
  getCase: post('/api/open/getCase', {
    title: '打开应答链接',
    permission: 'public',
    /** `again`: an open page polls the state of its link. */
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
  /** Reports the responder's position: WGS-84, accuracy in metres. */
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
