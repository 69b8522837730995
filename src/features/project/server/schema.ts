import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { day, id, ids, instant, kept, key } from '#server/db/columns.ts';
import type { WarnLevel, WarnType } from '#shared/codes.ts';
import type { Rung } from '../contract.ts';

export const project = pgTable('project', {
  id: key(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  ownerOrg: text('owner_org'),
  departmentId: id('department_id').notNull(),
  timeZone: text('time_zone').notNull().default('Asia/Shanghai'),
  claimSeconds: integer('claim_seconds').notNull().default(60),
  progressSeconds: integer('progress_seconds').notNull().default(600),
  batchLimit: integer('batch_limit').notNull().default(10),
  ladder: jsonb('ladder').$type<Rung[]>().notNull().default([]),
  warnLevels: jsonb('warn_levels').$type<Partial<Record<WarnType, WarnLevel>>>().notNull().default({}),
  deviceAddresses: text('device_addresses').array().notNull().default([]),
  revealReason: boolean('reveal_reason'),
  revealLimit: integer('reveal_limit'),
  seatSessionHours: integer('seat_session_hours').notNull().default(12),
  sessionHours: integer('session_hours').notNull().default(720),
  hotline: text('hotline'),
  screenTitle: text('screen_title'),
  loginHelp: text('login_help'),
  startDate: day('start_date'),
  endDate: day('end_date'),
  quotaCustomer: integer('quota_customer'),
  quotaEquipment: integer('quota_equipment'),
  creditCode: text('credit_code'),
  contact: text('contact'),
  phone: text('phone'),
  manager: text('manager'),
  managerId: id('manager_id'),
  fileIds: ids('file_ids').notNull().default([]),
  logoFileId: id('logo_file_id'),
  modules: text('modules').array(),
  regionCode: text('region_code'),
  remark: text('remark'),
  status: text('status').$type<'preparing' | 'running' | 'paused' | 'closed'>().notNull().default('running'),
  demo: boolean('demo').notNull().default(false),
  ...kept,
});

export const projectReminder = pgTable('project_reminder', {
  projectId: id('project_id').notNull(),
  endDate: day('end_date').notNull(),
  days: integer('days').notNull(),
  noticeId: id('notice_id'),
  at: instant('at').notNull(),
});
