import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '#server/columns.ts';

export const loginTicket = pgTable('login_ticket', {
  tokenHash: bytes('token_hash').primaryKey(),
  userId: id('user_id').notNull(),
  ip: text('ip').notNull(),
  failures: integer('failures').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
});
