import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, key } from '#server/db/columns.ts';

export const backup = pgTable('backup', {
  id: key(),
  cause: text('cause').notNull(),
  state: text('state').notNull().default('waiting'),
  withDatabase: boolean('with_database').notNull(),
  done: bigint('done', { mode: 'number' }).notNull().default(0),
  total: bigint('total', { mode: 'number' }),
  folder: text('folder'),
  file: text('file'),
  size: bigint('size', { mode: 'number' }),
  entries: integer('entries'),
  reason: text('reason'),
  cancelAsked: boolean('cancel_asked').notNull().default(false),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  createdBy: id('created_by').notNull(),
  startedAt: instant('started_at'),
  finishedAt: instant('finished_at'),
  goneAt: instant('gone_at'),
});

export const backupAlarm = pgTable('backup_alarm', {
  single: boolean('single').primaryKey().default(true),
  overdueSince: instant('overdue_since'),
});
