import { sql } from 'kysely';
import { searchHash } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { bigints } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { searchColumns } from '#server/feature/search.ts';
import { normalizeIdNo } from '#shared/idCard.ts';

/** Identifying values of an entered customer. */
export interface DuplicateQuery {
  name: string;
  idNo?: string | null | undefined;
  birthDate?: string | null | undefined;
  phones: readonly string[];
}

/** Possible duplicate; with id and name only within the viewer's scope. */
export interface Duplicate {
  /** `idNo` is certain, the others are possible. */
  reason: 'idNo' | 'nameBirth' | 'phone';
  msg: string;
  id?: string;
  name?: string;
}

/** Identifying values of a stored customer. */
export interface CustomerMatch {
  id: string;
  name: string;
  pinyin: string;
  hash: string | null;
  birthDate: string | null;
  mobile: string | null;
  phone: string | null;
  serviceState: string;
}

/** Rows per query: building the statement blocks the event loop. */
const chunk = 200;

/** Returns the search hash of an ID number, in hex. */
export function idHash(idNo: string): string {
  return searchHash(normalizeIdNo(idNo)).toString('hex');
}

/** Removes hyphens and spaces from a phone number. */
export const digitsOf = (phone: string) => phone.replace(/\D/g, '');

/** Normalizes pinyin that sounds alike: zh and z, n and ng, l and n. */
export function soundOf(pinyin: string): string {
  return pinyin
    .split(' ')
    .map((syllable) =>
      syllable
        .replace(/^([zcs])h/, '$1')
        .replace(/^l/, 'n')
        .replace(/ng$/, 'n'),
    )
    .join(' ');
}

/** Returns customers with one of these ID numbers or names, with `byPhone` also of these phones; ignores the scope. */
async function findMatches(queries: readonly DuplicateQuery[], byPhone: boolean): Promise<CustomerMatch[]> {
  const hashes = queries.flatMap(({ idNo }) => (idNo ? [Buffer.from(idHash(idNo), 'hex')] : []));
  const named = queries.filter(({ birthDate, phones }) => birthDate || phones.length > 0);
  const names = [...new Set(named.map(({ name }) => name))];
  const phones = byPhone ? [...new Set(queries.flatMap((query) => query.phones.map(digitsOf)))] : [];
  // A landline is stored with or without hyphen: the search uses its end.
  const ends = phones.filter((digits) => digits.length >= 7).map((digits) => `%${digits.slice(-7)}`);
  return db.rows(sql<CustomerMatch>`
    select id::text, name, pinyin, encode(id_no_hash, 'hex') as hash, birth_date::text as "birthDate", mobile, phone, service_state as "serviceState"
    from customer where id in (
      select id from customer where deleted_at is null and id_no_hash = any(${hashes}::bytea[])
      union select id from customer where deleted_at is null and name = any(${names}::text[])
      union select id from customer where deleted_at is null and mobile = any(${phones}::text[])
      union select id from customer where deleted_at is null and phone like any(${ends}::text[]))`);
}

/** Returns which of these the viewer may view. */
export async function visibleIds(viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where('customer.id', '=', sql<string>`any(${bigints(ids)})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns why the stored customer may be a duplicate; undefined if it is none. */
export function reasonOf(query: DuplicateQuery, sound: string, row: CustomerMatch): Duplicate['reason'] | undefined {
  if (query.idNo && row.hash === idHash(query.idNo)) return 'idNo';
  if (query.birthDate && query.name === row.name && query.birthDate === row.birthDate) return 'nameBirth';
  const phones = query.phones.map(digitsOf);
  const theirs = [row.mobile, row.phone].flatMap((phone) => (phone ? [digitsOf(phone)] : []));
  return theirs.some((phone) => phones.includes(phone)) && sound === soundOf(row.pinyin) ? 'phone' : undefined;
}

const messages: Readonly<Record<Duplicate['reason'], (who: string) => string>> = {
  idNo: (who) => `该身份证号已存在（${who}）`,
  nameBirth: (who) => `姓名和出生日期与已有客户相同（${who}）`,
  phone: (who) => `电话与已有客户相同，姓名读音相近（${who}）`,
};

/** Returns the duplicate, with identity if visible to the viewer. */
export function toDuplicate(row: CustomerMatch, reason: Duplicate['reason'], visible: boolean): Duplicate {
  if (!visible) return { reason, msg: messages[reason]('不在你的范围内') };
  const msg = messages[reason](`客户 ${row.name}，${labelOf('service_state', row.serviceState)}`);
  return { reason, msg, id: row.id, name: row.name };
}

const ranks = ['idNo', 'nameBirth', 'phone'];

/** Returns possible duplicates of an entered customer, the most certain first. `except`: the edited customer. */
export async function duplicatesOf(viewer: Viewer, query: DuplicateQuery, except?: string): Promise<Duplicate[]> {
  const sound = soundOf(searchColumns(query.name).pinyin);
  const rows = (await findMatches([query], true)).flatMap((row) => {
    const reason = row.id === except ? undefined : reasonOf(query, sound, row);
    return reason ? [{ row, reason }] : [];
  });
  const visible = await visibleIds(
    viewer,
    rows.map(({ row }) => row.id),
  );
  return rows
    .map(({ row, reason }) => toDuplicate(row, reason, visible.has(row.id)))
    .sort((a, b) => ranks.indexOf(a.reason) - ranks.indexOf(b.reason))
    .slice(0, 20);
}

/** Customers that a file may refer to, by identifier. */
export interface ImportLookup {
  /** Customers in scope by hash (hex) of the ID number. */
  byIdNo: Map<string, string>;
  /** Hashes of ID numbers that exist, in scope or not. */
  idNoHashes: Set<string>;
  /** Customers in scope by 「name|phone」, with mobile and landline. */
  byPhone: Map<string, string>;
}

export function phoneKey(name: string, phone: string): string {
  return `${name}|${digitsOf(phone)}`;
}

function addToLookup(lookup: ImportLookup, { id, name, hash, mobile, phone }: CustomerMatch, visible: boolean): void {
  // An ID number is unique over the product, whatever the viewer's scope.
  if (hash) lookup.idNoHashes.add(hash);
  if (!visible) return;
  if (hash) lookup.byIdNo.set(hash, id);
  for (const number of [mobile, phone]) if (number) lookup.byPhone.set(phoneKey(name, number), id);
}

/** Looks up customers by the ID numbers, or names with phone, of a file. */
export async function lookUpCustomers(viewer: Viewer, queries: readonly DuplicateQuery[]): Promise<ImportLookup> {
  const lookup: ImportLookup = { byIdNo: new Map(), idNoHashes: new Set(), byPhone: new Map() };
  for (let offset = 0; offset < queries.length; offset += chunk) {
    const some = queries.slice(offset, offset + chunk);
    const rows = await findMatches(some, false);
    const visible = await visibleIds(
      viewer,
      rows.map(({ id }) => id),
    );
    for (const row of rows) addToLookup(lookup, row, visible.has(row.id));
  }
  return lookup;
}
