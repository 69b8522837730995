import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, ids, instant, kept, key } from '#server/db/columns.ts';
import type { NewsStatus } from '../contract.ts';

export const news = pgTable('news', {
  id: key(),
  title: text('title').notNull(),
  category: text('category').notNull(),
  coverFileId: id('cover_file_id'),
  summary: text('summary'),
  content: text('content').notNull(),
  pictureIds: ids('picture_ids').notNull().default(sql`'{}'`),
  source: text('source'),
  link: text('link'),
  tags: text('tags').array().notNull().default(sql`'{}'`),
  sort: integer('sort').notNull().default(0),
  recommended: boolean('recommended').notNull().default(false),
  pinned: boolean('pinned').notNull().default(false),
  status: text('status').$type<NewsStatus>().notNull().default('draft'),
  publishAt: instant('publish_at'),
  publishedAt: instant('published_at'),
  submittedAt: instant('submitted_at'),
  reviewerId: id('reviewer_id'),
  reviewedAt: instant('reviewed_at'),
  rejectReason: text('reject_reason'),
  editorId: id('editor_id'),
  projectIds: ids('project_ids'),
  departmentId: id('department_id').notNull(),
  demo: boolean('demo').notNull().default(false),
  ...kept,
});

export const newsView = pgTable('news_view', {
  newsId: id('news_id').primaryKey(),
  count: integer('count').notNull().default(0),
});
