import { sql } from 'kysely';
import type { CellProblem, FileRow, ImportOptions, ValidatedRow } from '#features/import/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idNoProblem, todayInChina } from '#shared/idCard.ts';
import { currentCatalogue } from '#shared/physical/catalogues.ts';
import { orgName } from '../org.ts';
import type { Columns } from './headings.ts';
import { type ExaminedPerson, peopleByIdNo } from './people.ts';
import { type RowContent, readRow } from './row.ts';

/** Input of an import of examinations: the institution, and code by heading. */
interface PhysicalImportOptions {
  org: string;
  columns: Columns;
}

/** A row ready to be written. */
export interface ImportedExamination extends RowContent {
  customerId: string;
  org: string;
}

export const readOptions = ({ org = '', columns = '{}' }: ImportOptions): PhysicalImportOptions => ({
  org,
  columns: JSON.parse(columns) as Columns,
});

/** Returns the heading of each code. */
export const headingsByCode = (columns: Columns): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(columns).flatMap(([heading, code]) => (code === null ? [] : [[code, heading]])));

/** Returns what names an examination: one person, one day. */
const keyOf = (customerId: string, date: string) => `${customerId} ${date}`;

/** Returns the examinations of this institution that these people have, as person and day. */
async function existingOf(org: string, customerIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows(sql<{ customerId: string; date: string }>`
    select customer_id::text as "customerId", date::text as date from physical join physical_org o on o.id = org_id
    where o.name = ${orgName(org)} and customer_id = any(${customerIds}::bigint[]) and status <> 'void'`);
  return new Set(rows.map(({ customerId, date }) => keyOf(customerId, date)));
}

/** Returns why a row's person cannot be examined by this file, at its cell. */
function personProblem(
  cells: FileRow['cells'],
  person: ExaminedPerson | undefined,
  headings: Readonly<Record<string, string>>,
): CellProblem | undefined {
  const at = (code: string, msg: string): CellProblem => ({ column: headings[code] ?? code, msg });
  const { idNo, name } = cells;
  if (idNo === undefined) return at('idNo', '没有填写');
  if (!person) return at('idNo', idNoProblem(idNo, todayInChina(Date.now())) ?? '没有这个身份证号的客户');
  if (name !== undefined && name !== person.name) return at('name', '姓名与这个身份证号的客户不符');
  return person.sealed ? at('idNo', '客户档案已封存') : undefined;
}

const failed = (errors: CellProblem[]): ValidatedRow => ({ errors, action: 'insert', data: null, objectId: null });

/** What the rows of a file are validated against. */
interface Lookup extends PhysicalImportOptions {
  /** Heading by code. */
  headings: Readonly<Record<string, string>>;
  people: ReadonlyMap<string, ExaminedPerson>;
  /** Examinations of the institution that are there. */
  existing: ReadonlySet<string>;
  /** Row of the file by person and day. */
  rowOf: Map<string, number>;
}

function validateRow({ cells, row }: FileRow, { headings, people, existing, rowOf, org }: Lookup): ValidatedRow {
  const person = people.get(cells.idNo ?? '');
  const limits = { today: person?.today ?? todayInChina(Date.now()), birthDate: person?.birthDate ?? null };
  const { content, errors } = readRow(currentCatalogue(), cells, headings, limits);
  const problem = personProblem(cells, person, headings);
  if (problem) errors.unshift(problem);
  if (!person || errors.length > 0) return failed(errors);
  const key = keyOf(person.id, content.date);
  const first = rowOf.get(key);
  const column = headings.date ?? '';
  if (first !== undefined) return failed([{ column, msg: `与第 ${first} 行是同一人同一天的体检` }]);
  rowOf.set(key, row);
  const data: ImportedExamination = { ...content, customerId: person.id, org };
  if (!existing.has(key)) return { errors: [], action: 'insert', data, objectId: null };
  const warnings = [{ column, msg: '已有这天这家机构的体检，这一行会跳过' }];
  return { errors: [], warnings, action: 'skip', data, objectId: null };
}

/** Validates the rows of a file: the person by ID number, the day, every value; each bad cell by its heading. */
export async function validateRows(
  viewer: Viewer,
  rows: readonly FileRow[],
  options: ImportOptions,
): Promise<ValidatedRow[]> {
  const { org, columns } = readOptions(options);
  const people = await peopleByIdNo(
    viewer,
    rows.flatMap(({ cells }) => cells.idNo ?? []),
  );
  const existing = await existingOf(
    org,
    [...people.values()].map(({ id }) => id),
  );
  const lookup: Lookup = { org, columns, people, existing, headings: headingsByCode(columns), rowOf: new Map() };
  const pause = cooperativePause();
  const validated: ValidatedRow[] = [];
  for (const row of rows) {
    await pause();
    validated.push(validateRow(row, lookup));
  }
  return validated;
}
