import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasGrams } from '#server/db/filter.ts';
import { likeText } from '#server/feature/search.ts';
import { tailHash } from './identity.ts';

/**
 * Any part of the name or of its initials, spaces left out. Grams say it of one and two signs by themselves, and the database
 * knows how many people have them; of more signs they only narrow.
 */
function nameMatch(text: string): RawBuilder<SqlBool> {
  const plain = text.replace(/\s+/g, '');
  const grams = hasGrams('customer.grams', plain);
  if ([...plain].length <= 2) return grams;
  const like = `%${likeText(plain)}%`;
  return sql<SqlBool>`(${grams} and (replace(customer.name, ' ', '') ilike ${like} or customer.initials like ${like}))`;
}

/** The condition on `customer` that a keyword means: any part of the name, pinyin or its initials, the last digits (4 or more) of a phone or ID number. */
export function keywordMatch(keyword: string): RawBuilder<SqlBool> {
  const text = keyword.trim().toLowerCase();
  const like = `%${likeText(text)}%`;
  const byName = nameMatch(text);
  if (/^[0-9x-]{4,}$/.test(text)) {
    const tail = `%${likeText(text)}`;
    const byId = text.length === 4 ? sql`or customer.id_no_tail_hash = ${tailHash(text)}` : sql``;
    return sql<SqlBool>`(customer.mobile like ${tail} or customer.phone like ${tail} ${byId})`;
  }
  return /^[a-z]{3,}$/.test(text)
    ? sql<SqlBool>`(${byName} or replace(customer.pinyin, ' ', '') like ${like})`
    : byName;
}
