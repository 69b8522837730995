import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, ids, kept, key } from '#server/columns.ts';

export const savedView = pgTable('saved_view', {
  id: key(),
  list: text('list').notNull(),
  name: text('name').notNull(),
  state: jsonb('state').notNull(),
  roleIds: ids('role_ids').notNull().default([]),
  sort: integer('sort').notNull().default(0),
  ownerId: id('owner_id').notNull(),
  ...kept,
});
