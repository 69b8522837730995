import { and, eq, isNull, sql } from 'drizzle-orm';
import type { DictionaryOption, DictionaryType, dictionaryApi } from '#features/dictionary/contract.ts';
import { type Db, db } from '#server/db.ts';
import { countUses } from '#server/dictionaryUse.ts';
import { invalid } from '#server/problem.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { dictionary, dictionaryType } from './schema.ts';

type Api = typeof dictionaryApi;

export { seedDictionary } from './seedType.ts';

/** All types with their items, disabled ones too. */
export async function getDictionaryTree(): Promise<DictionaryType[]> {
  const [types, items] = await Promise.all([
    db
      .select()
      .from(dictionaryType)
      .where(isNull(dictionaryType.deletedAt))
      .orderBy(dictionaryType.sort, dictionaryType.id),
    db.select().from(dictionary).where(isNull(dictionary.deletedAt)).orderBy(dictionary.sort, dictionary.id),
  ]);
  const byType = Map.groupBy(items, (item) => item.type);
  return types.map(({ id, code, name, kind, builtIn, fixed, sort, remark, version }) => ({
    id,
    type: code,
    name,
    kind,
    builtIn,
    fixed,
    sort,
    remark,
    version,
    items: (byType.get(code) ?? []).map((item) => ({
      id: item.id,
      value: item.value,
      label: item.label,
      color: item.color,
      sort: item.sort,
      isDefault: item.isDefault,
      builtIn: item.builtIn,
      status: item.status,
      remark: item.remark,
      amount: item.amount,
      unit: item.unit,
      min: item.min,
      max: item.max,
      version: item.version,
    })),
  }));
}

/** The options of the types in their order; disabled ones are among them, so that old rows keep their labels. */
export async function getDictionaryOption(
  _viewer: Viewer,
  { types }: InputOf<Api['getDictionaryOption']>,
): Promise<Record<string, DictionaryOption[]>> {
  const found = await db.execute<DictionaryOption & { type: string } & Record<string, unknown>>(sql`
    select type, value, label, color, is_default as "isDefault", status from dictionary
    where deleted_at is null and type = any(${`{${types.join(',')}}`}::text[]) order by sort, id`);
  const byType = Map.groupBy(found.rows, (row) => row.type);
  return Object.fromEntries(
    types.map((type) => [type, (byType.get(type) ?? []).map(({ type: _type, ...option }) => option)]),
  );
}

/** How many rows hold each value of the type, in anybody's scope. */
export async function getDictionaryUse(
  _viewer: Viewer,
  { type }: InputOf<Api['getDictionaryUse']>,
): Promise<Record<string, number>> {
  return Object.fromEntries(await countUses(db, type));
}

/** A value that a row is about to hold, with the field of the input that it comes from. */
export interface HeldCode {
  type: string;
  value: string;
  field: string;
}

/** 400 naming each field whose value is not an enabled item of its type. */
export async function requireCodes(tx: Db, held: readonly HeldCode[]): Promise<void> {
  if (held.length === 0) return;
  const found = await tx.execute<{ type: string; value: string; status: string }>(sql`
    select d.type, d.value, d.status from dictionary d join jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (type text, value text)
      on d.type = h.type and d.value = h.value where d.deleted_at is null`);
  const status = new Map(found.rows.map((row) => [`${row.type} ${row.value}`, row.status]));
  const wrong = held.filter(({ type, value }) => status.get(`${type} ${value}`) !== 'enabled');
  if (wrong.length === 0) return;
  const names = await tx.execute<{ code: string; name: string }>(
    sql`select code, name from dictionary_type where deleted_at is null and code = any(${`{${wrong.map(({ type }) => type).join(',')}}`}::text[])`,
  );
  throw invalid(
    wrong.map(({ type, value, field }) => {
      const name = names.rows.find((row) => row.code === type)?.name ?? '此项';
      const why = status.has(`${type} ${value}`) ? '中的这一项已停用' : '不在可选范围内';
      return { field, rule: 'enum', msg: `${name}${why}` };
    }),
  );
}

/** The same for one value. */
export function requireCode(tx: Db, type: string, value: string, field: string): Promise<void> {
  return requireCodes(tx, [{ type, value, field }]);
}

/** The figure of a parameter; `fallback` when there is none. */
export async function parameter(tx: Db, type: string, value: string, fallback: number): Promise<number> {
  const [row] = await tx
    .select({ amount: dictionary.amount })
    .from(dictionary)
    .where(and(eq(dictionary.type, type), eq(dictionary.value, value), isNull(dictionary.deletedAt)));
  return row?.amount ?? fallback;
}
