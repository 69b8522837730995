import { sql } from 'drizzle-orm';
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { id, ids, instant, kept, key } from '#server/db/columns.ts';
import type { AudienceKind, NoticeLevel, NoticeStatus } from '../contract.ts';

export const notice = pgTable('notice', {
  id: key(),
  title: text('title').notNull(),
  type: text('type').notNull(),
  level: text('level').$type<NoticeLevel>().notNull().default('normal'),
  content: text('content').notNull(),
  fileIds: ids('file_ids').notNull(),
  pictureIds: ids('picture_ids').notNull().default(sql`'{}'`),
  audienceKind: text('audience_kind').$type<AudienceKind>().notNull(),
  audienceIds: ids('audience_ids').notNull(),
  status: text('status').$type<NoticeStatus>().notNull().default('draft'),
  publishAt: instant('publish_at'),
  publishedAt: instant('published_at'),
  publisherId: id('publisher_id'),
  reach: ids('reach'),
  expireAt: instant('expire_at'),
  withdrawnAt: instant('withdrawn_at'),
  withdrawReason: text('withdraw_reason'),
  pinned: boolean('pinned').notNull().default(false),
  needConfirm: boolean('need_confirm').notNull().default(false),
  departmentId: id('department_id').notNull(),
  public: boolean('public').notNull().default(false),
  demo: boolean('demo').notNull().default(false),
  ...kept,
});

export const noticeReceipt = pgTable('notice_receipt', {
  noticeId: id('notice_id').notNull(),
  userId: id('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  readAt: instant('read_at'),
  confirmedAt: instant('confirmed_at'),
  remindedAt: instant('reminded_at'),
});
