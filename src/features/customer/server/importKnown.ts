import { sql } from 'kysely';
import { searchHash } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import { normalizeIdNo } from '#shared/idCard.ts';

/** People that a file may mean, by what identifies them. */
export interface Known {
  /** In scope: by hash (hex) of the ID number. */
  byIdNo: Map<string, string>;
  /** Hashes of ID numbers that exist, in scope or not. */
  taken: Set<string>;
  /** In scope: by 「name|phone」, mobile and landline both. */
  byPhone: Map<string, string>;
}

export function idHash(idNo: string): string {
  return searchHash(normalizeIdNo(idNo)).toString('hex');
}

export function phoneKey(name: string, phone: string): string {
  return `${name}|${phone.replace(/\D/g, '')}`;
}

/** Rows of one look-up: the statement is put together in one stretch. */
const chunk = 200;

interface Wanted {
  name: string;
  idNo: string | undefined;
  phones: string[];
}

async function addByIdNo(known: Known, viewer: Viewer, rows: readonly Wanted[]): Promise<void> {
  const hashes = [...new Set(rows.flatMap((row) => (row.idNo ? [idHash(row.idNo)] : [])))];
  if (hashes.length === 0) return;
  const bytes = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const found = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select(['customer.id', 'customer.idNoHash as hash'])
    .where('customer.idNoHash', '=', sql<Buffer>`any(${bytes})`)
    .execute();
  for (const row of found) known.byIdNo.set(row.hash?.toString('hex') ?? '', row.id);
  // An ID number is unique over the product, whatever the viewer may see.
  const taken = await sql<{ hash: string }>`
    select encode(id_no_hash, 'hex') as hash from customer
    where deleted_at is null and id_no_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)`.execute(db);
  for (const row of taken.rows) known.taken.add(row.hash);
}

async function addByPhone(known: Known, viewer: Viewer, rows: readonly Wanted[]): Promise<void> {
  const names = [...new Set(rows.filter((row) => row.phones.length > 0).map((row) => row.name))];
  if (names.length === 0) return;
  const found = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select(['customer.id', 'customer.name', 'customer.mobile', 'customer.phone'])
    .where('customer.name', '=', any(names))
    .execute();
  const pairs = found.flatMap((row) => [row.mobile, row.phone].map((phone) => ({ ...row, phone })));
  for (const { id, name, phone } of pairs) if (phone) known.byPhone.set(phoneKey(name, phone), id);
}

/** Looks up everybody whose ID number, or name with phone, stands in the file. */
export async function knownPeople(viewer: Viewer, rows: readonly Wanted[]): Promise<Known> {
  const known: Known = { byIdNo: new Map(), taken: new Set(), byPhone: new Map() };
  for (let at = 0; at < rows.length; at += chunk) {
    const some = rows.slice(at, at + chunk);
    await addByIdNo(known, viewer, some);
    await addByPhone(known, viewer, some);
  }
  return known;
}

interface Place {
  id: string;
  name: string;
  parent: string | null;
}

/** Departments in scope by name and by 「parent/name」; null marks a name that several have. */
export async function departmentNames(viewer: Viewer): Promise<Map<string, string | null>> {
  const { departments } = viewer.scope;
  const found = await sql<Place>`
    select d.id::text, d.name, p.name as parent from department d left join department p on p.id = d.parent_id
    where d.deleted_at is null and d.status = 'enabled'
      and (${departments === null} or d.id = any(${departments ?? []}::bigint[]))`.execute(db);
  const names = new Map<string, string | null>();
  for (const row of found.rows) {
    names.set(row.name, names.has(row.name) ? null : row.id);
    if (row.parent) names.set(`${row.parent}/${row.name}`, row.id);
  }
  return names;
}

/** Projects in scope by name and by code; null marks one that has ended and takes nobody. */
export async function projectNames(viewer: Viewer): Promise<Map<string, string | null>> {
  const { projects } = viewer.scope;
  const found = await sql<{ id: string; name: string; code: string; closed: boolean }>`
    select id::text, name, code, status = 'closed' as closed from project where deleted_at is null
      and (${projects === null} or id = any(${projects ?? []}::bigint[])) order by closed desc, id desc`.execute(db);
  return new Map(
    found.rows.flatMap(({ id, name, code, closed }) => [name, code].map((word) => [word, closed ? null : id] as const)),
  );
}
