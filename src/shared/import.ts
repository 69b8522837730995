import { type Static, Type } from '#shared/typebox.ts';
import { keysOf } from './codes.ts';
import { Id, type Permission, post, strict } from './endpoint.ts';
import { jobStates } from './job.ts';

/** Rows of a sheet of an upload (domain.md 3.6). */
export const maxImportRows = 20_000;
/** Bytes of an upload. */
export const maxImportBytes = 20_971_520;

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

/** Rows of a file, or of one of its sheets. */
const counts = {
  total: Type.Integer(),
  inserts: Type.Integer(),
  updates: Type.Integer(),
  skips: Type.Integer(),
  invalid: Type.Integer(),
  /** Rows that may be written and should be looked at: somebody may be known already, a street stands in no list. */
  warned: Type.Integer(),
  /** Rows written, and taken back. */
  written: Type.Integer(),
  undone: Type.Integer(),
  /** Rows that were not written; once the import is undone, rows that were written and not taken back. */
  refused: Type.Integer(),
};
export type ImportCounts = { [K in keyof typeof counts]: number };

/** A sheet that the file has rows of; `unit` counts them: 人, 项, 行. */
const SheetState = strict({ title: Type.String(), unit: Type.String(), ...counts });
type SheetState = Static<typeof SheetState>;

export const ImportState = strict({
  jobId: Id,
  /** Of the upload (`/api/user/importUser`). */
  path: Type.String(),
  state: Type.Enum(keysOf(jobStates)),
  /** read: the file is being read; preview: it waits for a decision; dropped: given up then. */
  phase: Type.Enum([...importPhases]),
  message: Type.Union([Type.String(), Type.Null()]),
  ...counts,
  sheets: Type.Array(SheetState),
  /** The first 200; all of them are in the error workbook. `row` as the spreadsheet numbers it. */
  errors: Type.Array(strict({ row: Type.Integer(), ...CellProblem })),
});

export type ImportState = Static<typeof ImportState>;

/** How many rows each sheet has of something: 客户 120 人 · 联系人 240 人; without units of their own 120 行. */
export function amountOf<S extends Pick<SheetState, 'title' | 'unit'>>(
  sheets: readonly S[],
  rowsOf: (sheet: S) => number,
): string {
  const some = sheets.filter((sheet) => rowsOf(sheet) > 0);
  if (some.length === 0) return `0 ${sheets[0]?.unit ?? '行'}`;
  const text = (sheet: S) => `${rowsOf(sheet).toLocaleString('en-US')} ${sheet.unit}`;
  return some.map((sheet) => (sheet.unit === '行' ? text(sheet) : `${sheet.title} ${text(sheet)}`)).join(' · ');
}

/** The calls behind every import's dialog. */
export const importApi = {
  getImportLimit: post('/api/import/getImportLimit', {
    title: '导入限额',
    permission: 'login',
    change: false,
    input: { path: Type.String({ maxLength: 100, title: '导入' }) },
    output: strict({
      /** Rows of a sheet. */
      rows: Type.Integer(),
      bytes: Type.Integer(),
      /** Projects whose quota bounds what is imported. */
      quotas: Type.Array(
        strict({ project: Type.String(), quota: Type.Integer(), used: Type.Integer(), unit: Type.String() }),
      ),
    }),
  }),
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
      /** `named`: the heading by whose cell a row is recognised. */
      columns: Type.Array(strict({ sheet: Type.String(), named: Type.String(), columns: Type.Array(Type.String()) })),
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
