import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, key, owned } from '#server/db/columns.ts';

export const file = pgTable('file', {
  id: key(),
  hash: text('hash').notNull(),
  name: text('name').notNull(),
  type: text('type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  ownerId: id('owner_id'),
  subject: text('subject').notNull(),
  subjectId: id('subject_id'),
  rights: text('rights').array().notNull(),
  ...owned,
  createdAt: instant('created_at').notNull(),
  createdBy: id('created_by'),
  deletedAt: instant('deleted_at'),
  expiresAt: instant('expires_at'),
});
