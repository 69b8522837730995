import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { PushMapping } from '#devices/push.ts';
import { kept, key, status } from '#server/db/columns.ts';

export const pushSource = pgTable('push_source', {
  id: key(),
  source: text('source').notNull(),
  name: text('name').notNull(),
  secretCipher: text('secret_cipher').notNull(),
  signature: text('signature').notNull().default('hmac'),
  mapping: jsonb('mapping').$type<PushMapping>().notNull(),
  status: status(),
  ...kept,
});
