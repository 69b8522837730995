import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, ids, instant, kept, key, status } from '#server/db/columns.ts';

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
  pinyin: text('pinyin').notNull().default(''),
  initials: text('initials').notNull().default(''),
  gender: integer('gender').notNull().default(0),
  post: text('post'),
  jobNumber: text('job_number'),
  demo: boolean('demo').notNull().default(false),
  ...kept,
});

export const userRole = pgTable('user_role', { userId: id('user_id').notNull(), roleId: id('role_id').notNull() });

export const userExtraDepartment = pgTable('user_extra_department', {
  userId: id('user_id').notNull(),
  departmentId: id('department_id').notNull(),
});

export const userTotp = pgTable('user_totp', {
  userId: id('user_id').primaryKey(),
  secretCipher: text('secret_cipher').notNull(),
  confirmedAt: instant('confirmed_at'),
  lastStep: id('last_step').notNull().default('0'),
  createdAt: instant('created_at').notNull().default(sql`now()`),
});

export const userRecoveryCode = pgTable('user_recovery_code', {
  id: key(),
  userId: id('user_id').notNull(),
  secretHash: bytes('secret_hash').notNull(),
  usedAt: instant('used_at'),
});
