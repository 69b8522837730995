import { type RawBuilder, sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import { type Db, db } from '#server/db/db.ts';
import { camelCase, snakeCase } from '#server/db/names.ts';
import type { Page } from '#server/db/paging.ts';
import { bigints, json, texts } from '#server/db/values.ts';
import type { Resource } from '#shared/resource.ts';
import { type Fields, storedName } from '#shared/resourceField.ts';

// The only file of the kit with SQL: the table has the name of the resource, and a column for each stored field.

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  format?: string;
  items?: Schema;
}

/** PostgreSQL types by the format of a text. */
const formatTypes: Readonly<Record<string, string>> = {
  int64: 'bigint',
  'date-time': 'timestamp with time zone',
  date: 'date',
};

/** Returns the PostgreSQL type of a field's column. */
export function columnType({ type, enum: values, format = '', items }: Schema): string {
  if (type === 'object' || items?.type === 'object') return 'jsonb';
  if (type === 'array') return items && columnType(items) === 'bigint' ? 'bigint[]' : 'text[]';
  if (type === 'integer') return 'integer';
  if (type === 'number') return 'double precision';
  if (type === 'boolean') return 'boolean';
  if (values && typeof values[0] === 'number') return 'integer';
  return formatTypes[format] ?? 'text';
}

/** Returns the column of a field, qualified by table name, for custom conditions. */
export function columnOf(resource: Resource, field: string): RawBuilder<unknown> {
  const dbColumn = storedName(field, resource.fields[field] ?? {}) ?? field;
  return sql`${sql.id(resource.name)}.${sql.id(snakeCase(dbColumn))}`;
}

/** Returns the fields with a column, with its name and PostgreSQL type. */
export function storedColumns(fields: Fields): { field: string; column: string; type: string }[] {
  return Object.entries(fields).flatMap(([field, options]) => {
    const name = storedName(field, options);
    return name === undefined
      ? []
      : [{ field, column: snakeCase(name), type: options.encrypted ? 'text' : columnType(options.schema as Schema) }];
  });
}

function write(value: unknown, type: string | undefined): RawBuilder<unknown> {
  if (value === null) return sql`null`;
  if (type === 'jsonb') return json(value);
  if (type === 'bigint[]') return bigints(value as string[]);
  return type === 'text[]' ? texts(value as string[]) : sql`${value}`;
}

/** Columns that every row has besides its fields. */
export interface AuditColumns {
  id: string;
  version: number;
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  updatedBy: string | null;
}

const audit: readonly (keyof AuditColumns)[] = ['id', 'version', 'createdAt'];

/** Builds the select list; `computed`: expressions by field, which replace the column. */
function selectList(resource: Resource, computed: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown> {
  const shown = storedColumns(resource.fields).filter(({ field }) => resource.fields[field]?.output !== false);
  const ownFields = [...shown.map(({ field }) => field), ...audit].filter((field) => !(field in computed));
  const columns = [
    ...ownFields.map((field) => [field, columnOf(resource, field)] as const),
    ...Object.entries(computed),
  ];
  return sql.join(
    columns.map(([field, value]) => sql`${value} as ${sql.raw(`"${field}"`)}`),
    sql`, `,
  );
}

export interface SelectSpec {
  where: RawBuilder<unknown>;
  /** Joins of further tables that `where`, `computed` and `order` read. */
  joins: RawBuilder<unknown>;
  computed: Readonly<Record<string, RawBuilder<unknown>>>;
  order: RawBuilder<unknown>;
}

/** Builds the statement for all rows, for `inBatches`. */
export function allRows(resource: Resource, { where, joins, computed, order }: SelectSpec): RawBuilder<unknown> {
  return sql`select ${selectList(resource, computed)} from ${sql.id(resource.name)} ${joins}
    where ${columnOf(resource, 'deletedAt')} is null and ${where} order by ${order}`;
}

/** Selects a page of list rows; null: all rows. */
export async function selectRows<R>(resource: Resource, spec: SelectSpec, page: Page | null): Promise<R[]> {
  const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``;
  return db.rows(sql<R>`${allRows(resource, spec)} ${part}`);
}

/** Builds the statement for the ids of all rows, in any order, for `countOf`. */
export function filteredIds(
  resource: Resource,
  { where, joins }: Pick<SelectSpec, 'where' | 'joins'>,
): RawBuilder<unknown> {
  return sql`select ${columnOf(resource, 'id')} from ${sql.id(resource.name)} ${joins}
    where ${columnOf(resource, 'deletedAt')} is null and ${where}`;
}

const asStored = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));

/** Selects the rows as stored, with all columns. */
export async function storedRows<R>(resource: Resource, where: RawBuilder<unknown>): Promise<R[]> {
  const rows = await db.rows(sql<Record<string, unknown>>`
    select ${sql.id(resource.name)}.* from ${sql.id(resource.name)} where ${columnOf(resource, 'deletedAt')} is null and ${where}`);
  return rows.map((row) => asStored(row) as R);
}

/**
 * Locks and returns the row as stored. `for no key update`: rows that refer to it, e.g. warns, can still be inserted.
 * 404 if it does not exist or `where` is false.
 */
export async function lockRow<R>(tx: Db, resource: Resource, id: string, where: RawBuilder<unknown>): Promise<R> {
  const row = await tx.row(sql<Record<string, unknown>>`
    select ${sql.id(resource.name)}.* from ${sql.id(resource.name)}
    where ${columnOf(resource, 'id')} = ${id} and ${columnOf(resource, 'deletedAt')} is null and ${where} for no key update of ${sql.id(resource.name)}`);
  if (!row) throw notFound(resource.title);
  return asStored(row) as R;
}

/** Returns the id of the record that a row belongs to; undefined if `where` selects no row. */
export async function ownerOf(
  tx: Db,
  resource: Resource,
  column: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<string | undefined> {
  const row = await tx.row(sql<{ owner: string }>`
    select ${column}::text as owner from ${sql.id(resource.name)} where ${columnOf(resource, 'deletedAt')} is null and ${where}`);
  return row?.owner;
}

type Values = Readonly<Record<string, unknown>>;

/** Maps values to columns; skips fields without a column. */
function columnsOf(resource: Resource, values: Values): { column: RawBuilder<unknown>; value: RawBuilder<unknown> }[] {
  const types = new Map(storedColumns(resource.fields).map(({ column, type }) => [column, type]));
  // For one column a later value replaces an earlier one.
  const written = new Map(
    Object.entries(values).flatMap(([field, value]) => {
      const { dbColumn = field } = resource.fields[field] ?? {};
      return value === undefined || dbColumn === false ? [] : [[snakeCase(dbColumn), value] as const];
    }),
  );
  return [...written].map(([name, value]) => ({ column: sql`${sql.id(name)}`, value: write(value, types.get(name)) }));
}

/** Inserts a row and returns its id. Columns that are not fields are given in camel case, too. */
export async function insertRow(tx: Db, resource: Resource, values: Values, by: string): Promise<string> {
  const all = columnsOf(resource, { ...values, createdBy: by });
  const [row] = await tx.returning(sql<{ id: string }>`
    insert into ${sql.id(resource.name)} (${sql.join(
      all.map(({ column }) => column),
      sql`, `,
    )}) values (${sql.join(
      all.map(({ value }) => value),
      sql`, `,
    )}) returning id::text`);
  if (!row) throw new Error(`no ${resource.name} was written`);
  return row.id;
}

/** Updates the columns and returns the next version; a trigger sets who and when. */
export async function updateRow(tx: Db, resource: Resource, id: string, values: Values): Promise<number> {
  const all = columnsOf(resource, values).map(({ column, value }) => sql`${column} = ${value}`);
  const [row] = await tx.returning(sql<{ version: number }>`
    update ${sql.id(resource.name)} set ${sql.join([...all, sql`version = version + 1`], sql`, `)}
    where id = ${id} returning version`);
  return row?.version ?? 0;
}
