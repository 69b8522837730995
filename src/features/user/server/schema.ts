import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { id, ids, instant, kept, key, status } from '#server/columns.ts';

export const user = pgTable('user', {
  id: key(),
  account: text('account').notNull(),
  name: text('name').notNull(),
  mobile: text('mobile'),
  email: text('email'),
  extension: text('extension'),
  avatarFileId: id('avatar_file_id'),
  departmentId: id('department_id').notNull(),
  passwordHash: text('password_hash').notNull(),
  passwordChangedAt: instant('password_changed_at'),
  mustChangePassword: boolean('must_change_password').notNull().default(false),
  status: status(),
  expiresAt: instant('expires_at'),
  lastLoginAt: instant('last_login_at'),
  lastLoginIp: text('last_login_ip'),
  projectIds: ids('project_ids'),
  remark: text('remark'),
  builtIn: boolean('built_in').notNull().default(false),
  demo: boolean('demo').notNull().default(false),
  ...kept,
});

export const userRole = pgTable('user_role', { userId: id('user_id').notNull(), roleId: id('role_id').notNull() });
