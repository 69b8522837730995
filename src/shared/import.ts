import { type Static, Type } from '#shared/typebox.ts';
import { keysOf } from './codes.ts';
import { Id, type Permission, post, strict } from './endpoint.ts';
import { jobStates } from './job.ts';

/** Rows of a sheet of an upload (domain.md 3.6). */
export const mostImportRows = 20_000;

export const duplicatePolicies = { skip: '跳过已有', overwrite: '覆盖已有' } as const;
export type DuplicatePolicy = keyof typeof duplicatePolicies;

/** The upload of a workbook: answers a job whose rows are then looked at (`/api/import/getImportPreview`) and confirmed. */
export function importOf(path: string, def: { title: string; permission: Permission }) {
  return post(path, {
    title: def.title,
    permission: def.permission,
    upload: true,
    input: {
      /** What to do with somebody who is known already; `overwrite` changes only the cells that are filled. */
      duplicates: Type.Optional(Type.Enum(['skip', 'overwrite'], { title: '重复数据' })),
    },
    output: strict({ jobId: Id }),
  });
}

/** The empty workbook that an import reads, with its instructions. */
export function templateOf(path: string, def: { title: string; permission: Permission }) {
  return post(path, {
    title: def.title,
    permission: def.permission,
    change: false,
    input: {},
    output: strict({ fileId: Id }),
  });
}

const CellProblem = { column: Type.String(), msg: Type.String() };

/** What stands in the file: new, an overwrite, left out as known already, or not to be imported for its errors. */
export const importActions = { insert: '新增', update: '覆盖', skip: '跳过', none: '有错误' } as const;
export const importPhases = ['read', 'preview', 'imported', 'undone', 'dropped'] as const;

export const ImportState = strict({
  jobId: Id,
  /** Of the upload (`/api/user/importUser`). */
  path: Type.String(),
  state: Type.Enum(keysOf(jobStates)),
  /** read: the file is being read; preview: it waits for a decision; dropped: given up then. */
  phase: Type.Enum([...importPhases]),
  message: Type.Union([Type.String(), Type.Null()]),
  total: Type.Integer(),
  inserts: Type.Integer(),
  updates: Type.Integer(),
  skips: Type.Integer(),
  invalid: Type.Integer(),
  /** Rows that may be written and should be looked at: somebody may be known already, a street stands in no list. */
  warned: Type.Integer(),
  /** Rows written, taken back, and not taken back because somebody touched them since. */
  written: Type.Integer(),
  undone: Type.Integer(),
  refused: Type.Integer(),
  /** The first 200; all of them are in the error workbook. `row` as the spreadsheet numbers it. */
  errors: Type.Array(strict({ row: Type.Integer(), ...CellProblem })),
});

export type ImportState = Static<typeof ImportState>;

/** The calls behind every import's dialog. */
export const importApi = {
  getImportPreview: post('/api/import/getImportPreview', {
    title: '导入预览',
    permission: 'login',
    change: false,
    input: {
      jobId: Id,
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, title: '页码' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, title: '每页条数' })),
      /** Only rows with errors or warnings, or that an undo refused. */
      problems: Type.Optional(Type.Boolean({ title: '只看有问题的行' })),
    },
    output: strict({
      ...ImportState.properties,
      columns: Type.Array(strict({ sheet: Type.String(), columns: Type.Array(Type.String()) })),
      count: Type.Integer(),
      rows: Type.Array(
        strict({
          sheet: Type.String(),
          row: Type.Integer(),
          action: Type.Enum(keysOf(importActions)),
          /** Cells by heading. */
          values: Type.Record(Type.String(), Type.String()),
          errors: Type.Array(strict(CellProblem)),
          warnings: Type.Array(strict(CellProblem)),
          reason: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
  }),
  confirmImport: post('/api/import/confirmImport', {
    title: '确认导入',
    permission: 'login',
    input: { jobId: Id, mode: Type.Enum(['valid', 'all'], { title: '导入方式' }) },
    output: ImportState,
  }),
  undoImport: post('/api/import/undoImport', {
    title: '撤销导入',
    permission: 'login',
    input: { jobId: Id },
    output: ImportState,
  }),
};
