import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '#server/db/columns.ts';

export const importRow = pgTable(
  'import_row',
  {
    jobId: id('job_id').notNull(),
    sheet: integer('sheet').notNull(),
    rowNo: integer('row_no').notNull(),
    dataCipher: text('data_cipher'),
    errors: jsonb('errors').notNull().default([]),
    action: text('action').notNull(),
    state: text('state').notNull().default('waiting'),
    objectId: id('object_id'),
    traceId: text('trace_id'),
    reason: text('reason'),
    beforeCipher: text('before_cipher'),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.sheet, table.rowNo] })],
);
