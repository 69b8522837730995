import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, key } from '#server/db/columns.ts';

export const job = pgTable('job', {
  id: key(),
  kind: text('kind').notNull(),
  title: text('title').notNull(),
  state: text('state').notNull().default('waiting'),
  input: jsonb('input').notNull().default({}),
  done: integer('done').notNull().default(0),
  total: integer('total'),
  message: text('message'),
  result: jsonb('result').notNull().default({}),
  errors: jsonb('errors').notNull().default([]),
  fileId: id('file_id'),
  errorFileId: id('error_file_id'),
  ownerId: id('owner_id').notNull(),
  traceId: text('trace_id').notNull(),
  attempts: integer('attempts').notNull().default(0),
  cancelAsked: boolean('cancel_asked').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  startedAt: instant('started_at'),
  finishedAt: instant('finished_at'),
  updatedAt: instant('updated_at').notNull(),
});
