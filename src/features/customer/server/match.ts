import { type SQL, sql } from 'drizzle-orm';
import { hasGrams, likeText } from '#server/feature/search.ts';
import { tailHash } from './identity.ts';
import type { customer } from './schema.ts';

/** What a keyword means for people: any part of the name, pinyin or its initials, the last digits (4 or more) of a phone or ID number. */
export function keywordMatch(rows: typeof customer, keyword: string): SQL {
  const text = keyword.trim().toLowerCase();
  const like = `%${likeText(text)}%`;
  const byName = sql`(${hasGrams(rows.grams, text)} and (${rows.name} ilike ${like} or ${rows.initials} like ${like}))`;
  if (/^[0-9x-]{4,}$/.test(text)) {
    const tail = `%${likeText(text)}`;
    const byId = text.length === 4 ? sql`or ${rows.idNoTailHash} = ${tailHash(text)}` : sql``;
    return sql`(${rows.mobile} like ${tail} or ${rows.phone} like ${tail} ${byId})`;
  }
  return /^[a-z]+$/.test(text) ? sql`(${byName} or replace(${rows.pinyin}, ' ', '') like ${like})` : byName;
}
