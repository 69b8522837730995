import { boolean, doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { kept, key, status } from '#server/columns.ts';

export const dictionaryType = pgTable('dictionary_type', {
  id: key(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  kind: text('kind').$type<'list' | 'parameter'>().notNull().default('list'),
  builtIn: boolean('built_in').notNull().default(false),
  fixed: boolean('fixed').notNull().default(false),
  sort: integer('sort').notNull().default(0),
  remark: text('remark'),
  ...kept,
});

export const dictionary = pgTable('dictionary', {
  id: key(),
  type: text('type').notNull(),
  value: text('value').notNull(),
  label: text('label').notNull(),
  color: text('color'),
  sort: integer('sort').notNull().default(0),
  isDefault: boolean('is_default').notNull().default(false),
  builtIn: boolean('built_in').notNull().default(false),
  status: status(),
  remark: text('remark'),
  amount: doublePrecision('amount'),
  unit: text('unit'),
  min: doublePrecision('min'),
  max: doublePrecision('max'),
  ...kept,
});
