import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, ids, instant, kept, key, status } from '#server/columns.ts';

export const app = pgTable('app', {
  id: key(),
  appid: text('appid').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  secretCipher: text('secret_cipher').notNull(),
  previousCipher: text('previous_cipher'),
  previousUntil: instant('previous_until'),
  logoFileId: id('logo_file_id'),
  redirectUris: text('redirect_uris').array().notNull().default([]),
  scopes: text('scopes').array().notNull().default([]),
  grants: text('grants').array().notNull().default(['authorization_code', 'client_credentials']),
  autoApprove: boolean('auto_approve').notNull().default(false),
  projectIds: ids('project_ids'),
  tokenMinutes: integer('token_minutes').notNull().default(120),
  status: status(),
  ...kept,
});

export const appCode = pgTable('app_code', {
  codeHash: bytes('code_hash').primaryKey(),
  appId: id('app_id').notNull(),
  userId: id('user_id').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  challenge: text('challenge'),
  challengeMethod: text('challenge_method'),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

export const appToken = pgTable('app_token', {
  tokenHash: bytes('token_hash').primaryKey(),
  appId: id('app_id').notNull(),
  userId: id('user_id'),
  scopes: text('scopes').array().notNull(),
  codeHash: bytes('code_hash'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
});
