import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { kept, key } from '#server/db/columns.ts';

export const model = pgTable('model', {
  id: key(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  kind: text('kind').notNull(),
  protocol: text('protocol').notNull(),
  intervalSeconds: integer('interval_seconds').notNull().default(600),
  offlineSeconds: integer('offline_seconds').notNull().default(1800),
  capabilities: text('capabilities').array().notNull().default([]),
  properties: jsonb('properties').$type<unknown[]>().notNull().default([]),
  profile: jsonb('profile').$type<Record<string, unknown>>().notNull().default({}),
  builtIn: boolean('built_in').notNull().default(false),
  ...kept,
});
