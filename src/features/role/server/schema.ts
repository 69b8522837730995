import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, kept, key, status } from '#server/columns.ts';
import type { DataScope } from '#shared/codes.ts';

export const role = pgTable('role', {
  id: key(),
  key: text('key').notNull(),
  name: text('name').notNull(),
  dataScope: text('data_scope').$type<DataScope>().notNull().default('department_below'),
  builtIn: boolean('built_in').notNull().default(false),
  sort: integer('sort').notNull().default(0),
  status: status(),
  remark: text('remark'),
  ...kept,
});

export const roleMenu = pgTable('role_menu', { roleId: id('role_id').notNull(), menuId: id('menu_id').notNull() });
export const roleDepartment = pgTable('role_department', {
  roleId: id('role_id').notNull(),
  departmentId: id('department_id').notNull(),
});
