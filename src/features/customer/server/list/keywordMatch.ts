import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchHash } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { tailHash } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { hasGrams, likeText } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { bigints, or } from '#server/db/values.ts';
import { isFullPhone, type Meaning, meaningOf } from './keyword.ts';

type Condition = RawBuilder<SqlBool>;

/** Limit of customers found by a contact. */
const maxByContact = 1000;

/**
 * Matches any part of the name or its initials, ignoring spaces. Grams match one or two characters alone, with good row
 * estimates; longer texts use grams to narrow.
 */
function nameMatch(text: string): Condition {
  const plain = text.replace(/\s+/g, '');
  const grams = hasGrams('customer.grams', plain);
  if ([...plain].length <= 2) return grams;
  const like = `%${likeText(plain)}%`;
  return sql<SqlBool>`(${grams} and (replace(customer.name, ' ', '') ilike ${like} or customer.initials like ${like}))`;
}

/** Matches the end of a number, stored with or without hyphens; the index covers seven digits. */
function phoneMatch(column: 'customer.phone' | 'k.phone', digits: string): Condition {
  const phone = sql.ref(column);
  return sql<SqlBool>`(${phone} like ${`%${digits.slice(-7)}`} and replace(${phone}, '-', '') like ${`%${digits}`})`;
}

/** Matches the customer by card number, ID number, phone or its end, name or pinyin. */
function customerMatch({ text, no, idNo, idNoTail, digits }: Meaning): Condition {
  const like = `%${likeText(text)}`;
  const byName = digits === null && !/^[0-9x-]{4,}$/.test(text);
  return or(
    no === null ? undefined : sql`customer.no = ${no}`,
    idNo === null ? undefined : sql`customer.id_no_hash = ${searchHash(idNo)}`,
    idNoTail === null ? undefined : sql`customer.id_no_tail_hash = ${tailHash(idNoTail)}`,
    digits === null ? undefined : sql`customer.mobile like ${`%${digits}`}`,
    digits === null ? undefined : phoneMatch('customer.phone', digits),
    // Matches a number with an extension as stored, e.g. 5550001-12.
    digits === null || !text.includes('-') ? undefined : sql`customer.phone like ${like}`,
    byName ? nameMatch(text) : undefined,
    byName && /^[a-z]{3,}$/.test(text)
      ? sql`replace(customer.pinyin, ' ', '') like ${`%${likeText(text)}%`}`
      : undefined,
  );
}

/** Matches a contact `k` by the beginning of the name, or by a whole phone; undefined if the keyword is neither. */
function contactMatch({ text, digits }: Meaning): Condition | undefined {
  if (isFullPhone(digits)) return or(sql`k.mobile = ${digits}`, phoneMatch('k.phone', digits));
  const name = text.replace(/\s+/g, '');
  return /^[\p{Script=Han}·]{2,}$/u.test(name) ? sql<SqlBool>`k.name like ${`${name}%`}` : undefined;
}

export interface FoundContact {
  id: string;
  name: string;
  relation: string;
}

/** Returns ids of customers in scope with a matching contact; `among` restricts them. */
export async function matchContacts(
  viewer: Viewer,
  keyword: string,
  among?: readonly string[],
): Promise<Map<string, FoundContact>> {
  const condition = contactMatch(meaningOf(keyword));
  if (condition === undefined || among?.length === 0) return new Map();
  const rows = await db.rows(sql<FoundContact>`
    select distinct on (k.customer_id) k.customer_id::text as id, k.name, k.relation
    from customer_contact k join ${scoped(viewer, 'customer')} on customer.id = k.customer_id
    where k.deleted_at is null and ${condition} and ${among ? sql`k.customer_id = any(${bigints(among)})` : sql`true`}
    order by k.customer_id, k."order", k.id limit ${maxByContact}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the condition on `customer` for a keyword: card number, ID number or its last four, phone or its last digits
 * (4 or more), any part of name, pinyin or initials; or a contact by the beginning of the name or the whole phone.
 */
export async function keywordMatch(viewer: Viewer, keyword: string): Promise<Condition> {
  const byContact = [...(await matchContacts(viewer, keyword)).keys()];
  return or(
    customerMatch(meaningOf(keyword)),
    byContact.length > 0 ? sql`customer.id = any(${bigints(byContact)})` : undefined,
  );
}

/** Returns ids of customers in scope that a keyword matches, like the customer list; at most `most`. */
export async function matchCustomers(viewer: Viewer, keyword: string, most = 500): Promise<string[]> {
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where(await keywordMatch(viewer, keyword))
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}
