import { boolean, doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, ids, kept, key, status } from '#server/db/columns.ts';

export const department = pgTable('department', {
  id: key(),
  parentId: id('parent_id'),
  path: ids('path').notNull(),
  name: text('name').notNull(),
  code: text('code'),
  type: text('type').notNull(),
  regionCode: text('region_code'),
  leader: text('leader'),
  leaderId: id('leader_id'),
  phone: text('phone'),
  email: text('email'),
  address: text('address'),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
  sort: integer('sort').notNull().default(0),
  status: status(),
  mergedInto: id('merged_into'),
  demo: boolean('demo').notNull().default(false),
  ...kept,
});
