import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, kept, key, status } from '#server/columns.ts';

export const menu = pgTable('menu', {
  id: key(),
  parentId: id('parent_id'),
  type: text('type').$type<'dir' | 'menu' | 'button' | 'link'>().notNull(),
  name: text('name').notNull(),
  url: text('url'),
  icon: text('icon'),
  permission: text('permission'),
  sort: integer('sort').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
  cache: boolean('cache').notNull().default(true),
  skipCheck: boolean('skip_check').notNull().default(false),
  status: status(),
  seedKey: text('seed_key'),
  ...kept,
});

export const menuApi = pgTable('menu_api', {
  menuId: id('menu_id').notNull(),
  method: text('method').notNull(),
  path: text('path').notNull(),
});

/** The endpoints that were there when somebody last looked at the list. */
export const menuApiEndpoint = pgTable('menu_api_endpoint', {
  method: text('method').notNull(),
  path: text('path').notNull(),
});
