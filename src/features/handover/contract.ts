import { keysOf, warnTypes } from '#shared/codes.ts';
import { list as endpointList, Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

export const handoverStates = { open: '待签字', signed: '已交接' } as const;
export const noteKinds = { note: '备注', instruction: '班长要求', correction: '更正' } as const;
export const watchReasons = { hospital: '住院', overdue: '逾期未归', repeated: '反复告警' } as const;

const Count = Type.Integer();

/**
 * Actions of the giver in the span; `received`: all alarms received in their scope. Tests and device work are left out.
 */
const Counts = strict({
  received: Count,
  claimed: Count,
  /** Count of the giver's claims later than project and level allow. */
  timedOut: Count,
  closed: Count,
  falseCount: Count,
  escalated: Count,
  transferredIn: Count,
  transferredOut: Count,
  calls: Count,
  /** Count of answered calls. */
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
  /** Signatures, the giver's first. */
  signatures: Type.Array(strict({ userId: Id, userName: Type.String(), at: Instant })),
};
const HandoverRow = strict(row);

/** Sheet with names that the viewer may see; `hidden`: there is a name that the viewer may not see. */
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
      /** Next recipient of the ladder; `due`: the time of its rung. */
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
  /** Faults of all devices in the giver's scope, as counts; every reader sees them. */
  faults: Type.Array(strict({ title: Type.String(), count: Count })),
  notes: Type.Array(Note),
});

const looks = 'shift:list';
const NoteText = Type.String({ maxLength: 500, title: '备注' });

export const handoverApi = {
  /**
   * Adds or refills the viewer's sheet up to now, from the start of the turn or of the last 8 hours; earlier signatures
   * are removed.
   */
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
   * Signs the stored sheet, the giver first. With the taker's signature its alarms and follow-ups due within 12 hours
   * move to the taker. 409 if the signer saw an older sheet, or if the giver's open work changed: the sheet is renewed
   * and needs both signatures.
   */
  signHandover: post('/api/shift/signHandover', {
    title: '交接班签字',
    permission: 'warn:claim',
    input: {
      id: Id,
      note: Type.Optional(NoteText),
      /** Open alarms that the signer saw; default: those of the sheet. */
      openWarnIds: Type.Optional(Type.Array(Id, { maxItems: 10_000, title: '未结告警' })),
      /** End of the sheet's span that the signer saw. */
      to: Type.Optional(Type.String({ ...Instant, title: '截止' })),
    },
    output: HandoverSheet,
  }),
  /** Adds a note of giver or taker, an instruction of a leader, or a correction after both signatures. */
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
  /** Lists the viewer's sheets, given or taken; roster editors see those of their scope. */
  getHandoverList: endpointList('/api/shift/getHandoverList', {
    title: '交接班记录',
    permission: looks,
    filters: { state: Type.Optional(Type.Enum(keysOf(handoverStates), { title: '状态' })) },
    sort: ['from'],
    row: HandoverRow,
  }),
};

/** Handover from one shift to the next. */
export const feature: Feature = {
  title: '交接班',
  labels: {
    'handover.state': handoverStates,
    'handover.reason': watchReasons,
  },
  endpoints: handoverApi,
  screens: [],
};
