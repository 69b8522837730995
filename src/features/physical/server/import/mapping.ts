import { readFile } from 'node:fs/promises';
import { readHead } from '#features/import/server/service.ts';
import { importFields, neededFields, type physicalApi } from '#features/physical/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { json } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { UploadedFile } from '#server/feature/handlers.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { currentCatalogue, itemsByCode } from '#shared/physical/catalogues.ts';
import { orgIdOf, orgName } from '../org.ts';
import { type Columns, type Head, headOf, matchHeadings } from './headings.ts';

type Api = typeof physicalApi;

interface StoredMapping {
  columns: Columns;
  /** Null before the first match by hand. */
  version: number | null;
}

/** Returns the headings of an institution as they were matched by hand. */
export async function mappingOf(tx: Db, org: string): Promise<StoredMapping> {
  const row = await tx
    .selectFrom('physicalOrg')
    .select(['columns', 'version'])
    .where('name', '=', orgName(org))
    .executeTakeFirst();
  const columns = (row?.columns ?? {}) as Columns;
  return { columns, version: row && Object.keys(columns).length > 0 ? row.version : null };
}

export async function getPhysicalMapping(
  _viewer: Viewer,
  { org }: InputOf<Api['getPhysicalMapping']>,
): Promise<OutputOf<Api['getPhysicalMapping']>> {
  return { org: orgName(org), ...(await mappingOf(db, org)) };
}

const labelOf = (code: string): string =>
  (importFields as Readonly<Record<string, string>>)[code] ?? itemsByCode(currentCatalogue()).get(code)?.label ?? code;

/** Throws 400 for an unknown code, a computed item, and a code with two headings. */
function validateColumns(columns: Columns): void {
  const catalogue = currentCatalogue();
  const byCode = new Map<string, string>();
  for (const [heading, code] of Object.entries(columns)) {
    if (code === null) continue;
    const field = `columns.${heading}`;
    const item = itemsByCode(catalogue).get(catalogue.aliases[code]?.code ?? code);
    if (!item && !Object.hasOwn(importFields, code)) throw invalidField(field, `没有体检项目「${code}」`, 'unknown');
    if (item?.computed) throw invalidField(field, `${item.label}由其他项目算出，不必导入`, 'computed');
    const other = byCode.get(code);
    if (other !== undefined)
      throw invalidField(field, `「${other}」和「${heading}」都对应${labelOf(code)}，请只留一列`, 'unique');
    byCode.set(code, heading);
  }
}

/** Stores the headings of an institution, for all later files. 409 when another user has matched them meanwhile. */
export async function editPhysicalMapping(
  viewer: Viewer,
  { org, columns, version }: InputOf<Api['editPhysicalMapping']>,
): Promise<OutputOf<Api['editPhysicalMapping']>> {
  validateColumns(columns);
  return command(viewer, async ({ tx }) => {
    const id = await orgIdOf(tx, viewer, org);
    const row = await tx
      .selectFrom('physicalOrg')
      .select(['columns', 'version', 'updatedAt', 'updatedBy'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isMatched = Object.keys(row.columns as Columns).length > 0;
    if (isMatched && version !== undefined && version !== row.version)
      throw await stale(tx, 'physical_org', id, version ?? 0, row);
    return tx
      .updateTable('physicalOrg')
      .set({ columns: json(columns) })
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow();
  });
}

/** Lines of a file that are read for its headings and samples. */
const headLines = 9;

async function headIn(file: UploadedFile | null): Promise<Head> {
  if (!file) throw new Problem(400, '请选择文件');
  const head = headOf(await readHead(await readFile(file.path), headLines));
  if (!head) throw new Problem(400, '文件里没有标题行');
  return head;
}

/** Returns the headings of a file with the codes that are stored or proposed. */
export async function getPhysicalHeadings(
  _viewer: Viewer,
  { org }: InputOf<Api['getPhysicalHeadings']>,
  { file }: { file: UploadedFile | null },
): Promise<OutputOf<Api['getPhysicalHeadings']>> {
  const { row, headings } = await headIn(file);
  const { columns, version } = await mappingOf(db, org);
  const matches = matchHeadings(
    currentCatalogue(),
    headings.map(({ heading }) => heading),
    columns,
  );
  const samples = new Map(headings.map((one) => [one.heading, one.samples]));
  return { row, version, headings: matches.map((match) => ({ ...match, samples: samples.get(match.heading) ?? [] })) };
}

/** Returns the columns of a file that are read. 400 when the columns that name person and day are missing. */
export async function columnsOf(file: UploadedFile | null, org: string): Promise<Columns> {
  const { headings } = await headIn(file);
  const { columns } = await mappingOf(db, org);
  const matches = matchHeadings(
    currentCatalogue(),
    headings.map(({ heading }) => heading),
    columns,
  );
  const missing = neededFields.filter((field) => !matches.some(({ code }) => code === field));
  if (missing.length > 0)
    throw new Problem(400, `没有对应「${missing.map((field) => importFields[field]).join('、')}」的列，请先对应列`);
  return Object.fromEntries(matches.flatMap(({ heading, code }) => (code === null ? [] : [[heading, code]])));
}
