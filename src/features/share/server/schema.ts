import { integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes, id, instant, key } from '#server/db/columns.ts';

export const share = pgTable('share', {
  id: key(),
  tokenHash: bytes('token_hash').notNull(),
  codeHash: bytes('code_hash'),
  warnId: id('warn_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
  revokedBy: id('revoked_by'),
  views: integer('views').notNull().default(0),
  lastViewedAt: instant('last_viewed_at'),
  wrongTries: integer('wrong_tries').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  createdBy: id('created_by').notNull(),
});
