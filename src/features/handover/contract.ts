import { keysOf, warnTypes } from '#shared/codes.ts';
import { list as endpointList, Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

export const handoverStates = { open: '待签字', signed: '已交接' } as const;
export const noteKinds = { note: '备注', instruction: '班长要求', correction: '更正' } as const;
export const watchReasons = { hospital: '住院', overdue: '逾期未归', repeated: '反复告警' } as const;

const Count = Type.Integer();

/** What the giver did in the span; `received`: all alarms that came in within their scope. Tests and device work are left out. */
const Counts = strict({
  received: Count,
  claimed: Count,
  /** Of those that they took: later than project and level allow. */
  timedOut: Count,
  closed: Count,
  falseCount: Count,
  escalated: Count,
  transferredIn: Count,
  transferredOut: Count,
  calls: Count,
  /** Calls that reached a voice. */
  reached: Count,
  followUpsDone: Count,
  followUpsLeft: Count,
});

const Note = strict({
  id: Id,
  kind: Type.Enum(keysOf(noteKinds)),
  userId: Id,
  userName: Type.String(),
  at: Instant,
  note: Type.String(),
});

const row = {
  id: Id,
  state: Type.Enum(keysOf(handoverStates)),
  giverId: Id,
  giverName: Type.String(),
  takerId: Id,
  takerName: Type.String(),
  from: Instant,
  to: Instant,
  shift: nullable(Type.String()),
  seat: nullable(Type.String()),
  counts: Counts,
  openWarnIds: Type.Array(Id),
  followUpIds: Type.Array(Id),
  /** The giver's first. */
  signatures: Type.Array(strict({ userId: Id, userName: Type.String(), at: Instant })),
};
const HandoverRow = strict(row);

/** Names are given as far as the viewer may see the case or the person; `hidden`: there is a name that the viewer may not see. */
const HandoverSheet = strict({
  ...row,
  openWarns: Type.Array(
    strict({
      id: Id,
      no: nullable(Type.String()),
      type: nullable(Type.Enum(keysOf(warnTypes))),
      level: nullable(Type.Enum([1, 2, 3, 4])),
      customerName: nullable(Type.String()),
      progress: nullable(Type.String()),
      /** Whom the ladder tells next, and when. */
      next: nullable(Type.String()),
      due: nullable(Instant),
      hidden: Type.Boolean(),
    }),
  ),
  followUps: Type.Array(
    strict({ id: Id, customerName: nullable(Type.String()), due: Instant, hidden: Type.Boolean() }),
  ),
  watch: Type.Array(
    strict({
      customerId: Id,
      customerName: nullable(Type.String()),
      why: Type.Enum(keysOf(watchReasons)),
      hidden: Type.Boolean(),
    }),
  ),
  /** Of all devices of the giver's scope, whoever reads it: counts only. */
  faults: Type.Array(strict({ title: Type.String(), count: Count })),
  notes: Type.Array(Note),
});

const looks = 'shift:list';
const NoteText = Type.String({ maxLength: 500, title: '备注' });

export const handoverApi = {
  /** Fills the viewer's sheet anew until now, from the beginning of their turn or of the last 8 hours; who had signed it signs again. */
  startHandover: post('/api/shift/startHandover', {
    title: '填写交接班',
    permission: 'warn:claim',
    input: {
      userId: Type.String({ ...Id, title: '接班人' }),
      note: Type.Optional(NoteText),
    },
    output: HandoverSheet,
  }),
  /**
   * The giver signs first, then the taker, both the sheet as it is stored; as the taker signs, its cases and follow-ups (due
   * within 12 hours) become theirs. 409 where the giver has other open cases or follow-ups by now: the sheet has been renewed
   * and needs both signatures; and where the signer was shown an older sheet.
   */
  signHandover: post('/api/shift/signHandover', {
    title: '交接班签字',
    permission: 'warn:claim',
    input: {
      id: Id,
      note: Type.Optional(NoteText),
      /** The open cases that the signer was shown; without them those of the sheet. */
      openWarnIds: Type.Optional(Type.Array(Id, { maxItems: 10_000, title: '未结告警' })),
      /** Until when the sheet went that the signer was shown. */
      to: Type.Optional(Type.String({ ...Instant, title: '截止' })),
    },
    output: HandoverSheet,
  }),
  /** Of giver and taker a note, of a leader an instruction, after the signatures a correction. */
  addHandoverNote: post('/api/shift/addHandoverNote', {
    title: '交接班备注',
    permission: looks,
    input: { id: Id, note: Type.String({ minLength: 1, maxLength: 500, title: '备注', msg: '请写备注，最多500字' }) },
    output: HandoverSheet,
  }),
  getHandover: post('/api/shift/getHandover', {
    title: '交接班单',
    permission: looks,
    change: false,
    input: { id: Id },
    output: HandoverSheet,
  }),
  /** One's own, given or taken; who keeps the roster sees those of their scope. */
  getHandoverList: endpointList('/api/shift/getHandoverList', {
    title: '交接班记录',
    permission: looks,
    filters: { state: Type.Optional(Type.Enum(keysOf(handoverStates), { title: '状态' })) },
    sort: ['from'],
    row: HandoverRow,
  }),
};

/** What one shift hands to the next. */
export const feature: Feature = {
  title: '交接班',
  labels: {
    'handover.state': handoverStates,
    'handover.reason': watchReasons,
  },
  endpoints: handoverApi,
  screens: [],
};
