import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { kept, key, status } from '#server/columns.ts';

export const dictionary = pgTable('dictionary', {
  id: key(),
  type: text('type').notNull(),
  typeName: text('type_name').notNull(),
  value: text('value').notNull(),
  label: text('label').notNull(),
  color: text('color'),
  sort: integer('sort').notNull().default(0),
  isDefault: boolean('is_default').notNull().default(false),
  builtIn: boolean('built_in').notNull().default(false),
  status: status(),
  remark: text('remark'),
  ...kept,
});
