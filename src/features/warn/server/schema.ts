import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, key, owned } from '#server/db/columns.ts';
import type { FalseReason, StepKind, WarnFamily, WarnResult, WarnStatus, WarnType } from '#shared/codes.ts';

/** The device as it stood when it rang. */
interface RaisedDevice {
  name: string;
  model: string;
  wearer: string | null;
  online: boolean | null;
  battery: number | null;
  signal: number | null;
}

export const warn = pgTable('warn', {
  id: key(),
  no: text('no').notNull(),
  type: text('type').$type<WarnType>().notNull(),
  family: text('family').$type<WarnFamily>().notNull(),
  level: integer('level').notNull(),
  status: text('status').$type<WarnStatus>().notNull(),
  subject: text('subject').notNull(),
  customerId: id('customer_id'),
  equipmentId: id('equipment_id'),
  equipmentSn: text('equipment_sn'),
  phone: text('phone'),
  address: text('address'),
  ...owned,
  createdAt: instant('created_at').notNull(),
  createdBy: id('created_by'),
  occurredAt: instant('occurred_at'),
  receivedAt: instant('received_at').notNull(),
  shownAt: instant('shown_at'),
  lastAt: instant('last_at').notNull(),
  late: boolean('late').notNull(),
  silent: boolean('silent').notNull(),
  repeatCount: integer('repeat_count').notNull(),
  escalation: integer('escalation').notNull(),
  overdue: boolean('overdue').notNull(),
  offeredTo: id('offered_to'),
  handlerId: id('handler_id'),
  claimedAt: instant('claimed_at'),
  waitingSince: instant('waiting_since').notNull(),
  lastStepAt: instant('last_step_at').notNull(),
  calledAt: instant('called_at'),
  reachedAt: instant('reached_at'),
  familyToldAt: instant('family_told_at'),
  dispatchedAt: instant('dispatched_at'),
  arrivedAt: instant('arrived_at'),
  recoveredAt: instant('recovered_at'),
  acknowledgedAt: instant('acknowledged_at'),
  ignoredAt: instant('ignored_at'),
  finishedAt: instant('finished_at'),
  followUpAt: instant('follow_up_at'),
  followedUpAt: instant('followed_up_at'),
  result: text('result').$type<WarnResult>(),
  falseReason: text('false_reason').$type<FalseReason>(),
  confirmedBy: text('confirmed_by'),
  closeNote: text('close_note'),
  familyTold: boolean('family_told'),
  familyNote: text('family_note'),
  noContactReason: text('no_contact_reason'),
  test: boolean('test').notNull().default(false),
  falseAskedAt: instant('false_asked_at'),
  falseAskedBy: id('false_asked_by'),
  falseAskedReason: text('false_asked_reason').$type<FalseReason>(),
  falseAskedNote: text('false_asked_note'),
  incidentReport: text('incident_report'),
  raisedDevice: jsonb('raised_device').$type<RaisedDevice>(),
  recordCipher: text('record_cipher'),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
  accuracy: doublePrecision('accuracy'),
  positionSource: text('position_source'),
  positionAt: instant('position_at'),
  otherRange: text('other_range'),
  otherLat: doublePrecision('other_lat'),
  otherLng: doublePrecision('other_lng'),
  otherAccuracy: doublePrecision('other_accuracy'),
  otherAt: instant('other_at'),
  progress: text('progress'),
  vendorCode: text('vendor_code'),
  origin: text('origin'),
  numbers: integer('numbers'),
  linkedWarnId: id('linked_warn_id'),
  demo: boolean('demo').notNull(),
  version: integer('version').notNull(),
  updatedAt: instant('updated_at').notNull(),
  updatedBy: id('updated_by'),
});

export const warnStep = pgTable('warn_step', {
  id: key(),
  warnId: id('warn_id').notNull(),
  kind: text('kind').$type<StepKind>().notNull(),
  at: instant('at').notNull(),
  userId: id('user_id'),
  note: text('note'),
  data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
});

export const warnDispatch = pgTable('warn_dispatch', {
  id: key(),
  warnId: id('warn_id').notNull(),
  name: text('name').notNull(),
  phone: text('phone'),
  kind: text('kind').notNull(),
  state: text('state').notNull().default('sent'),
  noteCipher: text('note_cipher'),
  sentAt: instant('sent_at').notNull(),
  arrivedAt: instant('arrived_at'),
  updatedAt: instant('updated_at').notNull(),
  updatedBy: id('updated_by'),
});

export const warnDraft = pgTable(
  'warn_draft',
  {
    warnId: id('warn_id').notNull(),
    kind: text('kind').$type<'note' | 'call' | 'close'>().notNull(),
    bodyCipher: text('body_cipher').notNull(),
    userId: id('user_id').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.warnId, table.kind] })],
);

export const warnTimer = pgTable(
  'warn_timer',
  {
    warnId: id('warn_id').notNull(),
    kind: text('kind').$type<'claim' | 'progress' | 'arrival' | 'receiver'>().notNull(),
    rung: integer('rung').notNull(),
    dueAt: instant('due_at').notNull(),
    name: text('name').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [primaryKey({ columns: [table.warnId, table.kind, table.rung] })],
);
