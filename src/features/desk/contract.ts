import { ClosingRefused } from '#features/closing/contract.ts';
import { UnmaskedCustomer } from '#features/customer/contract.ts';
import { Helper, WarnDispatch } from '#features/dispatch/contract.ts';
import { DeviceCard, DeviceThen, LastPosition, OtherPosition } from '#features/equipment/contract.ts';
import { Notification } from '#features/notification/contract.ts';
import {
  FollowUpTerms,
  WarnLevelCode,
  WarnReading,
  WarnRow,
  WarnStatusCode,
  WarnStep,
  WarnTypeCode,
} from '#features/warn/contract.ts';
import { LocationConsent } from '#features/warnTrack/contract.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const DraftKind = Type.Enum(['note', 'call', 'close'], { title: '草稿' });

export const WarnClock = strict({
  claimed: nullable(Type.Integer()),
  called: nullable(Type.Integer()),
  familyTold: nullable(Type.Integer()),
  dispatched: nullable(Type.Integer()),
  arrived: nullable(Type.Integer()),
  closed: nullable(Type.Integer()),
});

export const WarnLimits = strict({
  claim: Type.Integer(),
  call: Type.Integer(),
  family: Type.Integer(),
  arrival: Type.Integer(),
  progress: Type.Integer(),
});

/** Detail of one warn for the desk; the command log records the access. */
export const WarnDetail = strict({
  ...WarnRow.properties,
  /**
   * Whether phones and health are unmasked: for the handler, while the warn is open and until its follow-up is done
   * (domain.md 3.5).
   */
  whole: Type.Boolean(),
  customer: nullable(UnmaskedCustomer),
  equipment: nullable(DeviceCard),
  otherEquipment: Type.Array(DeviceCard),
  position: nullable(LastPosition),
  locationConsent: LocationConsent,
  otherPosition: nullable(OtherPosition),
  /** Newest value of each kind within 7 days, in the unit of its kind; empty for viewers who may not claim warns. */
  readings: Type.Array(WarnReading),
  steps: Type.Array(WarnStep),
  /** Latest unregistered numbers of a collecting warn, newest press first. */
  strangers: Type.Array(strict({ number: Type.String(), at: Instant })),
  dispatches: Type.Array(WarnDispatch),
  /** Why a responder cannot receive a dispatch link; null: links are sent by SMS. */
  linkRefusal: nullable(Type.String()),
  /** Notifications outside this page with their delivery state, newest first. */
  notifications: Type.Array(Notification),
  recent: Type.Array(
    strict({
      id: Id,
      no: Type.String(),
      type: WarnTypeCode,
      level: WarnLevelCode,
      status: WarnStatusCode,
      createdAt: Instant,
      result: nullable(Type.String()),
    }),
  ),
  /** The clock of domain.md 7.3 in ms since reception, null until reached. */
  clock: WarnClock,
  /** Limits of the project in seconds. */
  limits: WarnLimits,
  /** Stations and responders within 50 km of the last position or without a known position; distance in metres. */
  nearby: Type.Array(Helper),
  /** Nearest known station at any distance, metres from the last position; null without a station or position. */
  nearest: nullable(strict({ name: Type.String(), distance: Type.Integer() })),
  /** Response plan of the type (domain.md 7.6). */
  plan: Type.Array(Type.String()),
  /** Time of closing at which position, vitals and devices were stored; null while open. */
  keptAt: nullable(Instant),
  /** State of the device when it rang. */
  raisedDevice: nullable(DeviceThen),
  /** Proof on record for 误报: connected calls of this warn, and an open drill that covers the device. */
  proof: strict({ elder: Type.Boolean(), family: Type.Boolean(), drill: Type.Boolean() }),
  /** Whether the platform's administrator was notified: closing then requires the report. */
  reportNeeded: Type.Boolean(),
  incidentReport: nullable(Type.String()),
  /** What closing still lacks, in Chinese; closing is refused until it is empty. */
  missing: Type.Array(Type.String()),
  refused: ClosingRefused,
  followUpTerms: FollowUpTerms,
  /** Unsubmitted drafts of the current or an earlier handler; empty for other viewers. */
  drafts: Type.Array(
    strict({ kind: DraftKind, body: Type.String(), userId: Id, userName: Type.String(), at: Instant }),
  ),
});

const claim = 'warn:claim';

/** Endpoints of the desk: one warn with all that its handler needs. */
export const deskApi = {
  getWarn: post('/api/warn/getWarn', {
    title: '告警详情',
    permission: 'warn:list',
    input: { id: Id },
    output: WarnDetail,
  }),
  revealWarn: post('/api/warn/revealWarn', {
    title: '查看告警完整资料',
    permission: 'pii:reveal',
    input: { id: Id, reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200, title: '原因' })) },
    output: WarnDetail,
  }),
  addWarnNote: post('/api/warn/addWarnNote', {
    title: '加备注',
    permission: claim,
    input: { id: Id, note: Type.String({ minLength: 1, maxLength: 500, title: '备注' }) },
    output: WarnStep,
  }),
  keepWarnDraft: post('/api/warn/keepWarnDraft', {
    title: '保存草稿',
    permission: claim,
    change: false,
    /** JSON of the draft; null deletes it. */
    input: { id: Id, kind: DraftKind, body: nullable(Type.String({ maxLength: 8000, title: '内容' })) },
    output: strict({ kept: Type.Boolean() }),
  }),
  /** Confirms that the handler's page has shown reports by link. */
  confirmWarnReport: post('/api/warn/confirmWarnReport', {
    title: '已看到应答',
    permission: 'warn:claim',
    change: false,
    input: { id: Id, stepIds: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true, title: '应答' }) },
    output: strict({ confirmed: Type.Integer() }),
  }),
};

export const feature: Feature = { title: '告警', module: 'warn', endpoints: deskApi, screens: [] };
