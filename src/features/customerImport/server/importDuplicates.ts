import { sql } from 'kysely';
import {
  type CustomerMatch,
  type DuplicateQuery,
  digitsOf,
  reasonOf,
  soundOf,
  toDuplicate,
  visibleIds,
} from '#features/customerEntry/server/service.ts';
import type { CellProblem } from '#features/import/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { searchColumns } from '#server/feature/search.ts';
import { cellProblems } from './importSheets.ts';

/** New customer of the file. */
export interface NewCustomer extends DuplicateQuery {
  /** Row number in the spreadsheet. */
  row: number;
  /** Cell of the first phone. */
  phoneField: 'mobile' | 'phone';
}

/** Rows per query. */
const chunk = 200;
/** Duplicates reported per row at most; hundreds of customers may share a phone. */
const most = 3;

interface Match extends CustomerMatch {
  place: number;
}

const columns = sql`c.id::text, c.name, c.pinyin, encode(c.id_no_hash, 'hex') as hash, c.birth_date::text as "birthDate", c.mobile, c.phone,
  c.service_state as "serviceState"`;

/** Returns customers with the name and birth date, or a phone, of one of these; ignores the scope. */
async function matchesOf(customers: readonly NewCustomer[]): Promise<Match[]> {
  const queries = customers.map(({ name, birthDate, phones }, place) => {
    const [mobile] = phones.map(digitsOf).filter((digits) => /^1[3-9]\d{9}$/.test(digits));
    const line = phones.map(digitsOf).find((digits) => digits !== mobile && digits.length >= 7);
    // A landline is stored with or without hyphen: the search uses its end.
    return { place, name, born: birthDate ?? null, mobile: mobile ?? null, line: line ? `%${line.slice(-7)}` : null };
  });
  return db.rows(sql<Match>`
    select a.place, matching.* from jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) as a (place int, name text, born date, mobile text, line text)
    cross join lateral (
      (select ${columns} from customer c where c.deleted_at is null and c.name = a.name and c.birth_date = a.born limit ${most})
      union (select ${columns} from customer c where c.deleted_at is null and c.mobile = a.mobile limit 20)
      union (select ${columns} from customer c where c.deleted_at is null and c.phone like a.line limit 20)) as matching`);
}

const fieldOf = (reason: string, { phoneField }: NewCustomer) => (reason === 'phone' ? phoneField : 'name');

/** Finds possible duplicates in earlier rows: by name and birth date, or by phone and a name that sounds alike. */
function withinFile() {
  const first = new Map<string, number>();
  return ({ row, name, birthDate, phones }: NewCustomer, sound: string): [reason: string, msg: string][] => {
    const keys = [
      ...(birthDate ? [['nameBirth', `${name}|${birthDate}`, '姓名和出生日期相同'] as const] : []),
      ...phones.map((phone) => ['phone', `${sound}|${digitsOf(phone)}`, '电话相同，姓名读音相近'] as const),
    ];
    return keys.flatMap(([reason, key, text]) => {
      const previousRow = first.get(key);
      if (previousRow === undefined) first.set(key, row);
      return previousRow === undefined || previousRow === row
        ? []
        : [[reason, `与第 ${previousRow} 行${text}`] as [string, string]];
    });
  };
}

/** Returns a function that normalizes a name's pinyin by sound, cached. */
function soundCache(): (name: string) => string {
  const cache = new Map<string, string>();
  return (name) => {
    const sound = cache.get(name) ?? soundOf(searchColumns(name).pinyin);
    cache.set(name, sound);
    return sound;
  };
}

/** Returns possible duplicates by row, among stored customers (with the form's texts) and within the file. */
export async function duplicateProblems(
  viewer: Viewer,
  customers: readonly NewCustomer[],
): Promise<Map<number, CellProblem[]>> {
  const problems = new Map<number, CellProblem[]>();
  const soundNamed = soundCache();
  const inFile = withinFile();
  const pause = cooperativePause();
  for (let offset = 0; offset < customers.length; offset += chunk) {
    const some = customers.slice(offset, offset + chunk);
    const matches = Map.groupBy(await matchesOf(some), ({ place }) => place);
    const visible = await visibleIds(
      viewer,
      [...matches.values()].flat().map(({ id }) => id),
    );
    for (const [place, customer] of some.entries()) {
      await pause();
      const sound = soundNamed(customer.name);
      const storedMatches = (matches.get(place) ?? []).flatMap((row) => {
        const reason = reasonOf(customer, sound, row);
        return reason === undefined || reason === 'idNo'
          ? []
          : [{ reason, msg: toDuplicate(row, reason, visible.has(row.id)).msg }];
      });
      const all = [...storedMatches, ...inFile(customer, sound).map(([reason, msg]) => ({ reason, msg }))];
      const cells = all
        .slice(0, most)
        .map(({ reason, msg }) => ({ field: fieldOf(reason, customer), rule: reason, msg }));
      if (cells.length > 0) problems.set(customer.row, cellProblems(0, cells));
    }
  }
  return problems;
}
