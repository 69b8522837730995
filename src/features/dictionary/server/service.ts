import { sql } from 'kysely';
import type { DictionaryOption, dictionaryApi } from '#features/dictionary/contract.ts';
import { invalid } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { countUses } from '#server/feature/dictionaryUse.ts';
import type { InputOf } from '#shared/endpoint.ts';

type Api = typeof dictionaryApi;

export { seedDictionary } from './seedType.ts';

/** Returns the options of the types in their order, disabled ones included so that old rows keep their labels. */
export async function getDictionaryOption(
  _viewer: Viewer,
  { types }: InputOf<Api['getDictionaryOption']>,
): Promise<Record<string, DictionaryOption[]>> {
  const rows = await db
    .selectFrom('dictionary')
    .select(['type', 'value', 'label', 'color', 'isDefault', 'status'])
    .where('deletedAt', 'is', null)
    .where('type', '=', any(types))
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const byType = Map.groupBy(rows, (row) => row.type);
  return Object.fromEntries(
    types.map((type) => [type, (byType.get(type) ?? []).map(({ type: _type, ...option }) => option)]),
  );
}

/** Counts the rows that use each value of the type, regardless of scope. */
export async function getDictionaryUse(
  _viewer: Viewer,
  { type }: InputOf<Api['getDictionaryUse']>,
): Promise<Record<string, number>> {
  return Object.fromEntries(await countUses(db, type));
}

/** Value that a row is about to store, with its input field. */
export interface HeldCode {
  type: string;
  value: string;
  field: string;
}

/** Requires each value to be an enabled item of its type; 400 names each wrong field. */
export async function requireCodes(tx: Db, held: readonly HeldCode[]): Promise<void> {
  if (held.length === 0) return;
  const rows = await tx.rows(sql<{ type: string; value: string; status: string }>`
    select d.type, d.value, d.status from dictionary d join jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (type text, value text)
      on d.type = h.type and d.value = h.value where d.deleted_at is null`);
  const status = new Map(rows.map((row) => [`${row.type} ${row.value}`, row.status]));
  const wrong = held.filter(({ type, value }) => status.get(`${type} ${value}`) !== 'enabled');
  if (wrong.length === 0) return;
  const names = await tx
    .selectFrom('dictionaryType')
    .select(['code', 'name'])
    .where('deletedAt', 'is', null)
    .where('code', '=', any(wrong.map(({ type }) => type)))
    .execute();
  throw invalid(
    wrong.map(({ type, value, field }) => {
      const name = names.find((row) => row.code === type)?.name ?? '此项';
      const reason = status.has(`${type} ${value}`) ? '中的这一项已停用' : '不在可选范围内';
      return { field, rule: 'enum', msg: `${name}${reason}` };
    }),
  );
}

/** Requires one value to be an enabled item of its type; else 400. */
export function requireCode(tx: Db, type: string, value: string, field: string): Promise<void> {
  return requireCodes(tx, [{ type, value, field }]);
}

/** Returns the number of a parameter; `fallback` when there is none. */
export async function parameter(tx: Db, type: string, value: string, fallback: number): Promise<number> {
  const row = await tx
    .selectFrom('dictionary')
    .select('amount')
    .where('type', '=', type)
    .where('value', '=', value)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.amount ?? fallback;
}
