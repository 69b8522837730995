import { type Static, Type } from '#shared/typebox.ts';
import { keysOf } from '../codes.ts';
import { Id, type Permission, post, strict } from '../endpoint.ts';
import { jobStates } from './job.ts';

/** Maximum rows per sheet of an upload (domain.md 3.6). */
export const maxImportRows = 20_000;
/** Maximum bytes of an upload. */
export const maxImportBytes = 20_971_520;

export const duplicatePolicies = { skip: '跳过已有', overwrite: '覆盖已有' } as const;
export type DuplicatePolicy = keyof typeof duplicatePolicies;

/**
 * Declares the upload of a workbook: answers a job; the user previews its rows (`/api/import/getImportPreview`) and
 * confirms them.
 */
export function importOf(path: string, def: { title: string; permission: Permission }) {
  return post(path, {
    title: def.title,
    permission: def.permission,
    upload: true,
    input: {
      /** Handling of rows that exist already; `overwrite` changes only the filled cells. */
      duplicates: Type.Optional(Type.Enum(['skip', 'overwrite'], { title: '重复数据' })),
    },
    output: strict({ jobId: Id }),
  });
}

/** Declares the download of the import's empty workbook with instructions. */
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

/** Actions per row of the file: insert, overwrite, skip as a duplicate, or not imported because of errors. */
export const importActions = { insert: '新增', update: '覆盖', skip: '跳过', none: '有错误' } as const;
export const importPhases = ['read', 'preview', 'imported', 'undone', 'dropped'] as const;

/** Counts of rows of a file or of one sheet. */
const counts = {
  total: Type.Integer(),
  inserts: Type.Integer(),
  updates: Type.Integer(),
  skips: Type.Integer(),
  invalid: Type.Integer(),
  /** Rows that can be written but need a check, e.g. a possible duplicate, an unknown street. */
  warned: Type.Integer(),
  /** Rows written, and rows undone. */
  written: Type.Integer(),
  undone: Type.Integer(),
  /** Rows that were not written; after an undo, written rows that could not be undone. */
  refused: Type.Integer(),
};
export type ImportCounts = { [K in keyof typeof counts]: number };

/** A sheet with rows in the file; `unit` is its counting word: 人, 项, 行. */
const SheetState = strict({ title: Type.String(), unit: Type.String(), ...counts });
type SheetState = Static<typeof SheetState>;

export const ImportState = strict({
  jobId: Id,
  /** Path of the upload (`/api/user/importUser`). */
  path: Type.String(),
  state: Type.Enum(keysOf(jobStates)),
  /** read: the file is being read; preview: waits for a decision; dropped: cancelled in the preview. */
  phase: Type.Enum([...importPhases]),
  message: Type.Union([Type.String(), Type.Null()]),
  ...counts,
  sheets: Type.Array(SheetState),
  /** The first 200; the error workbook has all. `row` as the spreadsheet numbers it. */
  errors: Type.Array(strict({ row: Type.Integer(), ...CellProblem })),
});

export type ImportState = Static<typeof ImportState>;

/** Formats the number of rows per sheet, e.g. 客户 120 人 · 联系人 240 人; for the unit 行 only 120 行. */
export function amountOf<S extends Pick<SheetState, 'title' | 'unit'>>(
  sheets: readonly S[],
  rowsOf: (sheet: S) => number,
): string {
  const some = sheets.filter((sheet) => rowsOf(sheet) > 0);
  if (some.length === 0) return `0 ${sheets[0]?.unit ?? '行'}`;
  const text = (sheet: S) => `${rowsOf(sheet).toLocaleString('en-US')} ${sheet.unit}`;
  return some.map((sheet) => (sheet.unit === '行' ? text(sheet) : `${sheet.title} ${text(sheet)}`)).join(' · ');
}

/** Endpoints behind every import dialog. */
export const importApi = {
  getImportLimit: post('/api/import/getImportLimit', {
    title: '导入限额',
    permission: 'login',
    change: false,
    input: { path: Type.String({ maxLength: 100, title: '导入' }) },
    output: strict({
      /** Maximum rows per sheet. */
      rows: Type.Integer(),
      bytes: Type.Integer(),
      /** Projects with a quota that limits the import. */
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
      /** `named`: heading of the column that identifies a row. */
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
