import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { id, ids, instant, key } from '#server/db/columns.ts';

export const drill = pgTable('drill', {
  id: key(),
  equipmentIds: ids('equipment_ids'),
  departmentId: id('department_id'),
  projectIds: ids('project_ids'),
  fromAt: instant('from_at').notNull(),
  untilAt: instant('until_at').notNull(),
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull().default(sql`now()`),
  createdBy: id('created_by').notNull(),
  closedAt: instant('closed_at'),
  closedBy: id('closed_by'),
});
