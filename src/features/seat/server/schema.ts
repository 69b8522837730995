import { pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '#server/db/columns.ts';
import type { SeatState } from '#shared/codes.ts';

export const seat = pgTable('seat', {
  userId: id('user_id').primaryKey(),
  state: text('state').$type<SeatState>().notNull(),
  since: instant('since').notNull(),
  until: instant('until'),
  resume: text('resume').$type<'idle' | 'busy' | 'break'>(),
});
