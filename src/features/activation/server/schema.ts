import { pgTable } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '#server/db/columns.ts';

export const userActivation = pgTable('user_activation', {
  userId: id('user_id').primaryKey(),
  tokenHash: bytes('token_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: id('created_by').notNull(),
});
