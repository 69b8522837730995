import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { findFeatures } from '#server/feature/extensions.ts';

/** Table and column of an object's name, by object type; these are constants, safe as SQL identifiers. */
const nameColumns: Readonly<Record<string, { table: string; column: string }>> = {
  channel: { table: 'channel', column: 'name' },
  customer: { table: 'customer', column: 'name' },
  user: { table: 'user', column: 'name' },
  menu: { table: 'menu', column: 'name' },
  department: { table: 'department', column: 'name' },
  project: { table: 'project', column: 'name' },
  dictionary: { table: 'dictionary', column: 'label' },
  equipment: { table: 'equipment', column: 'sn' },
  warn: { table: 'warn', column: 'no' },
  repair: { table: 'repair', column: 'no' },
  sim: { table: 'sim', column: 'iccid' },
  model: { table: 'model', column: 'name' },
  view: { table: 'saved_view', column: 'name' },
  job: { table: 'job', column: 'title' },
  notice: { table: 'notice', column: 'title' },
  news: { table: 'news', column: 'title' },
};

/** Returns the name column of an object type; a resource with a field `name` has it in its own table. */
async function nameColumnOf(noun: string): Promise<{ table: string; column: string } | undefined> {
  if (Object.hasOwn(nameColumns, noun)) return nameColumns[noun];
  const named = (await findFeatures()).some(({ resource }) => resource?.name === noun && 'name' in resource.fields);
  return named ? { table: noun, column: 'name' } : undefined;
}

/** Returns the names of objects by `type:id`; objects without a name or deleted from the table are left out. */
export async function objectNames(
  objects: readonly { type: string | null; id: string | null }[],
): Promise<Map<string, string>> {
  const ids = new Map<string, Set<string>>();
  for (const { type, id } of objects)
    if (type && id && /^\d{1,18}$/.test(id)) ids.set(type, (ids.get(type) ?? new Set()).add(id));
  const names = new Map<string, string>();
  for (const [type, typeIds] of ids) {
    const source = await nameColumnOf(type);
    if (!source) continue;
    const { table, column } = source;
    const rows = await db.rows(sql<{ id: string; name: string | null }>`
      select id::text, ${sql.id(column)} as name from ${sql.id(table)} where id = any(${`{${[...typeIds].join(',')}}`}::bigint[])`);
    for (const { id, name } of rows) if (name !== null) names.set(`${type}:${id}`, name);
  }
  return names;
}
