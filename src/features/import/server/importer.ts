import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { DuplicatePolicy } from '#shared/import.ts';

export interface ImportColumn {
  key: string;
  /** The heading in the workbook. */
  title: string;
  /** The heading must be there; whether each cell must be filled is the rules' matter. */
  required?: boolean;
  /** How to fill it in, for the template's instructions. */
  hint: string;
  example?: string;
}

export interface ImportSheet {
  title: string;
  columns: readonly ImportColumn[];
  /** Key of the column by which a row is recognised; default the first that is required. */
  named?: string;
  /** What its rows are counted in, where the import has several sheets; default 行. */
  unit?: string;
  /** The table of its rows, for undo: with id, version, updated_by and deleted_at. */
  table: string;
}

/** A row as it stands in the file; empty cells are left out, dates are YYYY-MM-DD. */
export interface FileRow {
  /** Place of the sheet in `sheets`. */
  sheet: number;
  /** As the spreadsheet numbers it. */
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
  /** What is to be looked at although the row may be written. */
  warnings?: CellProblem[];
  action: 'insert' | 'update' | 'skip';
  /** What `write` needs; kept encrypted between preview and confirmation. */
  data: unknown;
  /** The known row that an overwrite changes. */
  objectId: string | null;
}

export interface ReadyRow {
  sheet: number;
  row: number;
  action: 'insert' | 'update';
  data: unknown;
  objectId: string | null;
}

/** How many more rows a project takes. */
export interface ImportQuota {
  project: string;
  quota: number;
  used: number;
  unit: string;
}

/** What a feature says of an import: its part `importer`. */
export interface Importer {
  /** The upload's path; its right is what confirming and undoing ask for, too. */
  path: string;
  /** 客户. */
  name: string;
  sheets: readonly ImportSheet[];
  /** The quotas that bound what the viewer may import; absent where there is none. */
  quotas?(viewer: Viewer): Promise<ImportQuota[]>;
  /** Judges all rows of the file, in their order: rules, repeats inside the file, what is known already. */
  validate(viewer: Viewer, rows: readonly FileRow[], duplicates: DuplicatePolicy): Promise<ValidatedRow[]>;
  /**
   * Writes rows of one sheet in the caller's transaction; answers the ids of what was written, in order. Sheets come in
   * their order. A row that cannot be written throws a Problem.
   */
  write(ctx: CommandContext, viewer: Viewer, rows: readonly ReadyRow[], jobId: string): Promise<string[]>;
  /** Why new rows cannot be taken back any more (something refers to them), by id. */
  inUse(tx: Db, sheet: number, ids: readonly string[], jobId: string): Promise<Map<string, string>>;
  /** Brings columns that follow from others (search columns) in step with rows that went back to former values. */
  restored(tx: Db, sheet: number, ids: readonly string[]): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    importer: Importer;
  }
}
