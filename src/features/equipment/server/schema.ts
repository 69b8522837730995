import { sql } from 'drizzle-orm';
import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant, kept, key, owned } from '#server/db/columns.ts';

export const equipment = pgTable('equipment', {
  id: key(),
  sn: text('sn').notNull(),
  modelId: id('model_id').notNull(),
  name: text('name').notNull(),
  customerId: id('customer_id'),
  gatewayId: id('gateway_id'),
  position: text('position'),
  imei: text('imei'),
  mac: text('mac'),
  iccid: text('iccid'),
  number: text('number'),
  state: text('state').notNull().default('stock'),
  secretHash: bytes('secret_hash'),
  address: text('address'),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
  ...owned,
  installedAt: instant('installed_at'),
  activatedAt: instant('activated_at'),
  demo: boolean('demo').notNull().default(false),
  ...kept,
});

export const equipmentIdentifier = pgTable(
  'equipment_identifier',
  { protocol: text('protocol').notNull(), number: text('number').notNull(), equipmentId: id('equipment_id').notNull() },
  (table) => [primaryKey({ columns: [table.protocol, table.number] })],
);

export const equipmentBinding = pgTable('equipment_binding', {
  id: key(),
  equipmentId: id('equipment_id').notNull(),
  customerId: id('customer_id').notNull(),
  position: text('position'),
  boundAt: instant('bound_at').notNull(),
  boundBy: id('bound_by'),
  tested: boolean('tested').notNull().default(false),
  unboundAt: instant('unbound_at'),
  unboundBy: id('unbound_by'),
  reason: text('reason'),
});

export const deviceState = pgTable('device_state', {
  deviceId: id('device_id').primaryKey(),
  projectId: id('project_id').notNull(),
  online: boolean('online').notNull().default(false),
  lastSeenAt: instant('last_seen_at'),
  lastDataAt: instant('last_data_at'),
  offlineSince: instant('offline_since'),
  battery: integer('battery'),
  signal: integer('signal'),
  firmware: text('firmware'),
  alarmBits: bigint('alarm_bits', { mode: 'number' }).notNull().default(0),
  backlogBits: bigint('backlog_bits', { mode: 'number' }).notNull().default(0),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
  accuracy: doublePrecision('accuracy'),
  positionSource: text('position_source'),
  positionAt: instant('position_at'),
  overQuotaAt: instant('over_quota_at'),
  stateValues: jsonb('state_values').$type<Record<string, unknown>>().notNull().default({}),
});

export const equipmentCommand = pgTable('equipment_command', {
  id: key(),
  equipmentId: id('equipment_id').notNull(),
  command: text('command').notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull().default({}),
  state: text('state').notNull().default('queued'),
  tries: integer('tries').notNull().default(0),
  validUntil: instant('valid_until').notNull(),
  sentAt: instant('sent_at'),
  answeredAt: instant('answered_at'),
  answer: text('answer'),
  createdAt: instant('created_at').notNull().default(sql`now()`),
  createdBy: id('created_by'),
});
