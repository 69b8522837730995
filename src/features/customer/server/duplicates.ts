import { sql } from 'kysely';
import { searchHash } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { bigints } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { searchColumns } from '#server/feature/search.ts';
import { normalizeIdNo } from '#shared/idCard.ts';

/** Somebody who is entered, by what people are recognised by. */
export interface Asked {
  name: string;
  idNo?: string | null | undefined;
  birthDate?: string | null | undefined;
  phones: readonly string[];
}

/** Somebody who may be the same; with id and name within the viewer's scope only. */
export interface Duplicate {
  /** `idNo` is the same person, the others may be. */
  reason: 'idNo' | 'nameBirth' | 'phone';
  msg: string;
  id?: string;
  name?: string;
}

/** Somebody who is there, by what people are recognised by. */
export interface PersonFound {
  id: string;
  name: string;
  pinyin: string;
  hash: string | null;
  birthDate: string | null;
  mobile: string | null;
  phone: string | null;
  serviceState: string;
}

/** Rows of one look-up: the statement is put together in one stretch. */
const chunk = 200;

/** What an ID number is found by, in hex. */
export function idHash(idNo: string): string {
  return searchHash(normalizeIdNo(idNo)).toString('hex');
}

/** A phone without hyphens and spaces. */
export const digitsOf = (phone: string) => phone.replace(/\D/g, '');

/** Syllables as they sound where zh and z, n and ng, l and n are told apart by nobody. */
export function soundOf(pinyin: string): string {
  return pinyin
    .split(' ')
    .map((one) =>
      one
        .replace(/^([zcs])h/, '$1')
        .replace(/^l/, 'n')
        .replace(/ng$/, 'n'),
    )
    .join(' ');
}

/** Everybody with one of these ID numbers or names, and with one of these phones if `byPhone`; in anybody's scope. */
async function found(people: readonly Asked[], byPhone: boolean): Promise<PersonFound[]> {
  const hashes = people.flatMap(({ idNo }) => (idNo ? [Buffer.from(idHash(idNo), 'hex')] : []));
  const named = people.filter(({ birthDate, phones }) => birthDate || phones.length > 0);
  const names = [...new Set(named.map(({ name }) => name))];
  const phones = byPhone ? [...new Set(people.flatMap((one) => one.phones.map(digitsOf)))] : [];
  // A landline stands with its hyphen or without: the end finds it.
  const ends = phones.filter((digits) => digits.length >= 7).map((digits) => `%${digits.slice(-7)}`);
  const { rows } = await sql<PersonFound>`
    select id::text, name, pinyin, encode(id_no_hash, 'hex') as hash, birth_date::text as "birthDate", mobile, phone, service_state as "serviceState"
    from customer where id in (
      select id from customer where deleted_at is null and id_no_hash = any(${hashes}::bytea[])
      union select id from customer where deleted_at is null and name = any(${names}::text[])
      union select id from customer where deleted_at is null and mobile = any(${phones}::text[])
      union select id from customer where deleted_at is null and phone like any(${ends}::text[]))`.execute(db);
  return rows;
}

/** Which of these the viewer may see. */
export async function seenOf(viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where('customer.id', '=', sql<string>`any(${bigints(ids)})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Why somebody who is entered may be this one; undefined where nothing says so. */
export function reasonOf(asked: Asked, sound: string, row: PersonFound): Duplicate['reason'] | undefined {
  if (asked.idNo && row.hash === idHash(asked.idNo)) return 'idNo';
  if (asked.birthDate && asked.name === row.name && asked.birthDate === row.birthDate) return 'nameBirth';
  const phones = asked.phones.map(digitsOf);
  const theirs = [row.mobile, row.phone].flatMap((phone) => (phone ? [digitsOf(phone)] : []));
  return theirs.some((one) => phones.includes(one)) && sound === soundOf(row.pinyin) ? 'phone' : undefined;
}

const words: Readonly<Record<Duplicate['reason'], (who: string) => string>> = {
  idNo: (who) => `该身份证号已存在（${who}）`,
  nameBirth: (who) => `姓名和出生日期与已有客户相同（${who}）`,
  phone: (who) => `电话与已有客户相同，姓名读音相近（${who}）`,
};

/** Who that is, where the viewer may see them. */
export function told(row: PersonFound, reason: Duplicate['reason'], seen: boolean): Duplicate {
  if (!seen) return { reason, msg: words[reason]('不在你的范围内') };
  const msg = words[reason](`客户 ${row.name}，${labelOf('service_state', row.serviceState)}`);
  return { reason, msg, id: row.id, name: row.name };
}

const ranks = ['idNo', 'nameBirth', 'phone'];

/** Who may be the same as somebody who is entered, the surest first. `except`: that one is edited. */
export async function duplicatesOf(viewer: Viewer, asked: Asked, except?: string): Promise<Duplicate[]> {
  const sound = soundOf(searchColumns(asked.name).pinyin);
  const rows = (await found([asked], true)).flatMap((row) => {
    const reason = row.id === except ? undefined : reasonOf(asked, sound, row);
    return reason ? [{ row, reason }] : [];
  });
  const seen = await seenOf(
    viewer,
    rows.map(({ row }) => row.id),
  );
  return rows
    .map(({ row, reason }) => told(row, reason, seen.has(row.id)))
    .sort((a, b) => ranks.indexOf(a.reason) - ranks.indexOf(b.reason))
    .slice(0, 20);
}

/** People that a file may mean, by what identifies them. */
export interface Known {
  /** In scope: by hash (hex) of the ID number. */
  byIdNo: Map<string, string>;
  /** Hashes of ID numbers that exist, in scope or not. */
  taken: Set<string>;
  /** In scope: by 「name|phone」, mobile and landline both. */
  byPhone: Map<string, string>;
}

export function phoneKey(name: string, phone: string): string {
  return `${name}|${digitsOf(phone)}`;
}

function note(known: Known, { id, name, hash, mobile, phone }: PersonFound, seen: boolean): void {
  // An ID number is unique over the product, whatever the viewer may see.
  if (hash) known.taken.add(hash);
  if (!seen) return;
  if (hash) known.byIdNo.set(hash, id);
  for (const number of [mobile, phone]) if (number) known.byPhone.set(phoneKey(name, number), id);
}

/** Looks up everybody whose ID number, or name with phone, stands in a file. */
export async function knownPeople(viewer: Viewer, people: readonly Asked[]): Promise<Known> {
  const known: Known = { byIdNo: new Map(), taken: new Set(), byPhone: new Map() };
  for (let at = 0; at < people.length; at += chunk) {
    const some = people.slice(at, at + chunk);
    const rows = await found(some, false);
    const seen = await seenOf(
      viewer,
      rows.map(({ id }) => id),
    );
    for (const row of rows) note(known, row, seen.has(row.id));
  }
  return known;
}
