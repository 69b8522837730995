import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';

export interface ImportColumn {
  key: string;
  /** Heading in the workbook. */
  title: string;
  /** True: the heading is required. The validation rules decide about empty cells. */
  required?: boolean;
  /** Instruction for the template. */
  hint: string;
  example?: string;
}

export interface ImportSheet {
  title: string;
  columns: readonly ImportColumn[];
  /** Key of the column that names a row; default: the first required one. */
  named?: string;
  /** Unit of the row count, for imports with several sheets; default 行. */
  unit?: string;
  /** Table of its rows, for undo: with id, version, updated_by and deleted_at. */
  table: string;
  /** Such a table with rows that belong to a row, by a column with its id: undone with it. */
  part?: { table: string; column: string };
}

/** Row of the file; empty cells are left out, dates are YYYY-MM-DD. */
export interface FileRow {
  /** Index of the sheet in `sheets`. */
  sheet: number;
  /** Row number in the spreadsheet. */
  row: number;
  cells: Readonly<Record<string, string>>;
}

export interface CellProblem {
  /** Heading of the column. */
  column: string;
  msg: string;
}

export interface ValidatedRow {
  errors: CellProblem[];
  /** Problems to check although the row may be written. */
  warnings?: CellProblem[];
  action: 'insert' | 'update' | 'skip';
  /** Input of `write`; stored encrypted between preview and confirmation. */
  data: unknown;
  /** Id of the existing row that an overwrite changes. */
  objectId: string | null;
}

export interface ReadyRow {
  sheet: number;
  row: number;
  action: 'insert' | 'update';
  data: unknown;
  objectId: string | null;
}

/** Quota of a project, and the part in use. */
export interface ImportQuota {
  project: string;
  quota: number;
  used: number;
  unit: string;
}

/** The import whose rows are undone, and by whom. */
export interface UndoneImport {
  jobId: string;
  viewer: Viewer;
}

/** Further input of an upload, e.g. whose file it is. */
export type ImportOptions = Readonly<Record<string, string>>;

/** Import of a feature: its extension `importer`. */
export interface Importer {
  /** Path of the upload; confirming and undoing require its permission, too. */
  path: string;
  /** Name of the imported records, e.g. 客户. */
  name: string;
  sheets: readonly ImportSheet[];
  /** Returns the sheets of one upload where its columns depend on the options; absent: `sheets`. */
  sheetsFor?(options: ImportOptions): Promise<readonly ImportSheet[]>;
  /** Returns the quotas that limit the viewer's import; absent without quotas. */
  quotas?(viewer: Viewer): Promise<ImportQuota[]>;
  /** Validates all rows of the file in order: rules, duplicates inside the file, existing rows. */
  validate(
    viewer: Viewer,
    rows: readonly FileRow[],
    duplicates: DuplicatePolicy,
    options: ImportOptions,
  ): Promise<ValidatedRow[]>;
  /**
   * Writes rows of one sheet in the caller's transaction; returns the ids in order. Called sheet by sheet in order. A
   * row that cannot be written throws a Problem.
   */
  write(ctx: CommandContext, viewer: Viewer, rows: readonly ReadyRow[], jobId: string): Promise<string[]>;
  /** Returns by id why new rows cannot be undone any more (other rows refer to them). */
  inUse(tx: Db, sheet: number, ids: readonly string[], jobId: string): Promise<Map<string, string>>;
  /**
   * Returns by id why rows cannot be undone any more although their own table has not changed since: rows that belong to
   * them have. `trace`: of the write.
   */
  editedSince?(tx: Db, sheet: number, ids: readonly string[], trace: string): Promise<Map<string, string>>;
  /** Removes new rows of an undone import; absent: they are marked as deleted. */
  remove?(ctx: CommandContext, viewer: Viewer, ids: readonly string[]): Promise<void>;
  /** Recomputes derived columns (search columns) of rows that got their former values back, and rows that follow. */
  restored(ctx: CommandContext, sheet: number, ids: readonly string[], undone: UndoneImport): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    importer: Importer;
  }
}
