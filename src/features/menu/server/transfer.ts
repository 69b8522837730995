import { sql } from 'kysely';
import type { menuApi as Contract, MenuEntryFile } from '#features/menu/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { findFeatures } from '#server/feature/extensions.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { validateParent, validatePermission, validateShape } from './rules.ts';
import { menuRows } from './tree.ts';
import { changeMenus } from './write.ts';

type Api = typeof Contract;
type Stored = Awaited<ReturnType<typeof menuRows>>[number];
interface Pair {
  method: 'GET' | 'POST';
  path: string;
}

/** Returns the key of each entry: the seed key, or for entries of users the path of names. */
function keysOf(rows: readonly Stored[]): Map<string, string> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const names = (row: Stored): string => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    return parent ? `${names(parent)}/${row.name}` : row.name;
  };
  return new Map(rows.map((row) => [row.id, row.seedKey ?? `path:${names(row)}`]));
}

async function boundPairs(tx: Db): Promise<Map<string, Pair[]>> {
  const bindings = await tx.rows(
    sql<Pair & { menu_id: string }>`select menu_id::text, method, path from menu_api order by path, method`,
  );
  return new Map(
    [...Map.groupBy(bindings, (row) => row.menu_id)].map(([id, rows]) => [
      id,
      rows.map(({ method, path }) => ({ method, path })),
    ]),
  );
}

function entryOf(row: Stored, keys: ReadonlyMap<string, string>, apis: Pair[]): MenuEntryFile {
  return {
    key: keys.get(row.id) ?? '',
    parentKey: row.parentId === null ? null : (keys.get(row.parentId) ?? null),
    type: row.type,
    name: row.name,
    url: row.url,
    icon: row.icon,
    permission: row.permission,
    sort: row.sort,
    visible: row.visible,
    cache: row.cache,
    skipCheck: row.skipCheck,
    status: row.status as 'enabled' | 'disabled',
    apis,
  };
}

async function entries(tx: Db): Promise<{ id: string; entry: MenuEntryFile }[]> {
  const rows = await menuRows(tx);
  const keys = keysOf(rows);
  const pairs = await boundPairs(tx);
  return rows.map((row) => ({ id: row.id, entry: entryOf(row, keys, pairs.get(row.id) ?? []) }));
}

/** Returns the whole tree without ids, for another installation. */
export async function exportMenu(): Promise<OutputOf<Api['exportMenu']>> {
  return { entries: (await entries(db)).map(({ entry }) => entry) };
}

const endpointNameOf = (pair: Pair) => `${pair.method} ${pair.path}`;

/** Validates that new endpoints exist in the code and that the viewer may call them. */
function validatePairs(
  viewer: Viewer,
  entry: MenuEntryFile,
  catalogue: ReadonlySet<string>,
  previous: readonly Pair[],
): void {
  const had = new Set(previous.map(endpointNameOf));
  for (const pair of entry.apis ?? []) {
    if (had.has(endpointNameOf(pair))) continue;
    if (!catalogue.has(endpointNameOf(pair)))
      throw invalidField('entries', `「${entry.name}」的接口 ${pair.path} 不在接口目录中`);
    if (viewer.endpoints !== null && !viewer.endpoints.has(endpointNameOf(pair)))
      throw invalidField('entries', `「${entry.name}」的接口 ${pair.path} 你没有权限，不能授出`);
  }
}

const columns = [
  'name',
  'type',
  'url',
  'icon',
  'permission',
  'sort',
  'visible',
  'cache',
  'skipCheck',
  'status',
] as const;

function differs(now: MenuEntryFile, next: MenuEntryFile): boolean {
  const pairs = (entry: MenuEntryFile) => (entry.apis ?? []).map(endpointNameOf).sort().join();
  const moved = now.parentKey !== next.parentKey || (next.apis !== undefined && pairs(now) !== pairs(next));
  return moved || columns.some((name) => next[name] !== undefined && (next[name] ?? null) !== (now[name] ?? null));
}

async function bind(tx: Db, id: string, apis: readonly Pair[]): Promise<void> {
  await tx.deleteFrom('menuApi').where('menuId', '=', id).execute();
  await sql`
    insert into menu_api (menu_id, method, path)
    select ${id}::bigint, a.method, a.path from jsonb_to_recordset(${JSON.stringify(apis)}::jsonb) as a (method text, path text) on conflict do nothing`.execute(
    tx,
  );
}

class Previewed extends Error {}

/** Written entry, for the lookup by its children. */
interface StoredEntry {
  id: string;
  entry: MenuEntryFile;
}

async function writeEntry(
  tx: Db,
  viewer: Viewer,
  entry: MenuEntryFile,
  parentId: string | null,
  existing: StoredEntry | undefined,
): Promise<string> {
  const { key, parentKey: _parent, apis, ...values } = entry;
  const seedKey = key.startsWith('path:') ? null : key;
  const row = existing
    ? await tx
        .updateTable('menu')
        .set({ ...values, parentId })
        .where('id', '=', existing.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('menu')
        .values({ ...values, parentId, createdBy: viewer.userId, seedKey })
        .onConflict((conflict) =>
          conflict
            .column('seedKey')
            .where('seedKey', 'is not', null)
            .doUpdateSet({ ...values, parentId, deletedAt: null }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
  if (apis) await bind(tx, row.id, apis);
  return row.id;
}

type Result = OutputOf<Api['importMenu']>;

/** Imports one entry and records the outcome in `result`. */
async function importEntry(
  { tx, viewer, catalogue }: { tx: Db; viewer: Viewer; catalogue: ReadonlySet<string> },
  entry: MenuEntryFile,
  existingByKey: Map<string, StoredEntry>,
  result: Result,
): Promise<void> {
  const before = existingByKey.get(entry.key);
  validateShape({ type: entry.type, url: entry.url ?? null, permission: entry.permission ?? null });
  if (entry.permission !== before?.entry.permission) validatePermission(viewer, entry.permission);
  validatePairs(viewer, entry, catalogue, before?.entry.apis ?? []);
  if (before && !differs(before.entry, entry)) {
    result.same += 1;
    return;
  }
  const parentId = entry.parentKey === null ? null : (existingByKey.get(entry.parentKey)?.id ?? '');
  validateParent(await menuRows(tx), { type: entry.type, ...(before ? { id: before.id } : {}) }, parentId);
  const id = await writeEntry(tx, viewer, entry, parentId, before);
  existingByKey.set(entry.key, { id, entry });
  (before ? result.changed : result.added).push(entry.name);
}

/** Imports entries: changes known ones, adds others, deletes nothing. With `preview` nothing is written. */
export async function importMenu(viewer: Viewer, input: InputOf<Api['importMenu']>): Promise<Result> {
  const keys = input.entries.map((entry) => entry.key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice) throw invalidField('entries', `键 ${twice} 出现了两次`, 'unique');
  const endpoints = (await findFeatures()).flatMap((feature) => Object.values(feature.endpoints));
  const catalogue = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  let result: Result = { added: [], changed: [], same: 0 };
  const run = changeMenus(viewer, async ({ tx }) => {
    result = { added: [], changed: [], same: 0 };
    const existingByKey = new Map(
      (await entries(tx)).map((stored): [string, StoredEntry] => [stored.entry.key, stored]),
    );
    for (const entry of parentsFirst(input.entries, existingByKey))
      await importEntry({ tx, viewer, catalogue }, entry, existingByKey, result);
    if (input.preview) throw new Previewed();
    return result;
  });
  return run.catch((error: unknown) => {
    if (error instanceof Previewed) return result;
    throw error;
  });
}

/** Sorts entries so that parents come before their children; 400 for a cycle or an unknown parent. */
function parentsFirst(
  list: readonly MenuEntryFile[],
  existingByKey: ReadonlyMap<string, StoredEntry>,
): MenuEntryFile[] {
  const byKey = new Map(list.map((entry) => [entry.key, entry]));
  const done = new Set<string>();
  const order: MenuEntryFile[] = [];
  const visit = (entry: MenuEntryFile, above: readonly string[]): void => {
    if (done.has(entry.key)) return;
    if (above.includes(entry.key)) throw invalidField('entries', `「${entry.name}」在自己的下级里`, 'cycle');
    const parent = entry.parentKey === null ? undefined : byKey.get(entry.parentKey);
    if (parent) visit(parent, [...above, entry.key]);
    else if (entry.parentKey !== null && !existingByKey.has(entry.parentKey))
      throw invalidField('entries', `「${entry.name}」的上级 ${entry.parentKey} 不存在`);
    done.add(entry.key);
    order.push(entry);
  };
  for (const entry of list) visit(entry, []);
  return order;
}
