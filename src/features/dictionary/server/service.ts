import { and, eq, isNull, sql } from 'drizzle-orm';
import type { DictionaryOption, DictionaryType, dictionaryApi } from '#features/dictionary/contract.ts';
import { type Db, db } from '#server/db.ts';
import { countUses } from '#server/dictionaryUse.ts';
import { invalidField } from '#server/problem.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { dictionary, dictionaryType } from './schema.ts';

type Api = typeof dictionaryApi;

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

/** 400 about `field` unless the value is an enabled item of the type. */
export async function requireCode(tx: Db, type: string, value: string, field: string): Promise<void> {
  const [row] = await tx
    .select({ status: dictionary.status })
    .from(dictionary)
    .where(and(eq(dictionary.type, type), eq(dictionary.value, value), isNull(dictionary.deletedAt)));
  if (row?.status === 'enabled') return;
  const [known] = await tx
    .select({ name: dictionaryType.name })
    .from(dictionaryType)
    .where(and(eq(dictionaryType.code, type), isNull(dictionaryType.deletedAt)));
  throw invalidField(field, `${known?.name ?? '此项'}${row ? '中的这一项已停用' : '不在可选范围内'}`, 'enum');
}

/** The figure of a parameter; `fallback` when there is none. */
export async function parameter(tx: Db, type: string, value: string, fallback: number): Promise<number> {
  const [row] = await tx
    .select({ amount: dictionary.amount })
    .from(dictionary)
    .where(and(eq(dictionary.type, type), eq(dictionary.value, value), isNull(dictionary.deletedAt)));
  return row?.amount ?? fallback;
}
