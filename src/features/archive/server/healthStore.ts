import { type Insertable, sql } from 'kysely';
import {
  decryptHealth,
  type HealthEntry,
  type HealthRows,
  type HealthStore,
} from '#features/customer/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { changedColumns } from '#server/crud/storedValues.ts';
import type { Db } from '#server/db/db.ts';
import type { Allergy } from '#server/db/tables.ts';
import { any, now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { codeOfChronic } from '#shared/health/chronic.ts';
import type { Fields } from '#shared/resourceField.ts';
import { type HealthList, healthLists, healthTables, ownFields, readHealthRows } from './healthTables.ts';
import { refreshSummaries, settleArchives } from './words.ts';

type Row = HealthRows[HealthList][number];
type Values = Readonly<Record<string, unknown>>;

const empty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Returns the fields of a row; a field that is left out is empty, or has its preset. */
function wholeRow(list: HealthList, row: object): Values {
  const { fields } = healthTables[list] as { fields: Fields };
  const values = row as Values;
  return Object.fromEntries(
    ownFields(healthTables[list]).map((key) => {
      const value = values[key];
      return [key, empty(value) ? (fields[key]?.defaultValue ?? null) : value];
    }),
  );
}

const sameRow = (list: HealthList, a: object, b: object) =>
  JSON.stringify(wholeRow(list, a)) === JSON.stringify(wholeRow(list, b));

/** Writes one list of these customers: new rows in one statement, changed and missing ones by their id. */
async function writeList(
  tx: Db,
  viewer: Viewer,
  list: HealthList,
  entries: readonly HealthEntry[],
  stored: ReadonlyMap<string, HealthRows>,
): Promise<void> {
  const { fields } = healthTables[list] as { fields: Fields };
  // One type for the three tables: they are written alike.
  const table = healthTables[list].name as 'allergy';
  const added: Values[] = [];
  const removed: string[] = [];
  for (const { id: customerId, rows } of entries) {
    const before = new Map<string | undefined, Row>(stored.get(customerId)?.[list].map((row) => [row.id, row]));
    const present = new Set<string>();
    for (const row of rows[list]) {
      const previous = before.get(row.id);
      if (!previous?.id) {
        const columns = changedColumns(fields, wholeRow(list, row), null);
        added.push({ ...columns, customerId, createdBy: viewer.userId });
        continue;
      }
      present.add(previous.id);
      if (sameRow(list, previous, row)) continue;
      await tx
        .updateTable(table)
        .set(changedColumns(fields, wholeRow(list, row), await storedRow(tx, table, previous.id)))
        .where('id', '=', previous.id)
        .execute();
    }
    removed.push(...[...before.keys()].flatMap((id) => (id && !present.has(id) ? [id] : [])));
  }
  if (added.length > 0)
    await tx
      .insertInto(table)
      .values(added as unknown as Insertable<Allergy>[])
      .execute();
  if (removed.length > 0) await tx.updateTable(table).set({ deletedAt: now }).where('id', '=', any(removed)).execute();
}

function storedRow(tx: Db, table: 'allergy', id: string): Promise<object> {
  return tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Brings back deleted rows that an entry names, in their place among the others. */
async function revive(tx: Db, list: HealthList, entries: readonly HealthEntry[]): Promise<void> {
  const ids = entries.flatMap(({ rows }) => rows[list].flatMap(({ id }) => id ?? []));
  if (ids.length === 0) return;
  await tx
    .updateTable(healthTables[list].name as 'allergy')
    .set({ deletedAt: null })
    .where('id', '=', any(ids))
    .where('customerId', '=', any(entries.map(({ id }) => id)))
    .where('deletedAt', 'is not', null)
    .execute();
}

async function write({ tx }: CommandContext, viewer: Viewer, entries: readonly HealthEntry[]): Promise<void> {
  const ids = entries.map(({ id }) => id);
  for (const list of healthLists) await revive(tx, list, entries);
  const stored = await readHealthRows(tx, ids);
  for (const list of healthLists) await writeList(tx, viewer, list, entries, stored);
  await refreshSummaries(tx, ids);
  await settleArchives(tx, ids);
}

/**
 * Returns conditions of names and groups: a group goes to the name that is its label; those left over go by their order
 * if there are as many of both, else each gets a name of its own.
 */
export function conditionsOf(names: readonly string[], groups: readonly string[]): HealthRows['conditions'] {
  const byName = new Map(groups.map((group) => [labelOf('chronic', group), group]));
  const plain = names.filter((name) => !byName.has(name));
  const open = groups.filter((group) => !names.includes(labelOf('chronic', group)));
  const inOrder = plain.length === open.length;
  const own = inOrder ? [] : open.map((group) => labelOf('chronic', group));
  return [...names, ...own].map((name) => {
    const chronic = byName.get(name) ?? (inOrder ? open[plain.indexOf(name)] : undefined);
    return { name, ...(chronic !== undefined && { chronic, code: codeOfChronic(chronic) }) };
  });
}

async function adopt(ctx: CommandContext, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const customers = await ctx.tx
    .selectFrom('customer')
    .select(['id', 'healthCipher', 'chronic'])
    .where('id', '=', any(ids))
    .execute();
  const entries = customers.map(({ id, healthCipher, chronic }) => {
    const { conditions, allergies, medicines } = decryptHealth(healthCipher);
    const rows = {
      conditions: conditionsOf(conditions, chronic),
      allergies: allergies.map((name) => ({ name })),
      medicines: medicines.map((name) => ({ name })),
    };
    return { id, rows };
  });
  await write(ctx, viewer, entries);
}

/** Rows of the archive that were written after the call with this trace (no index condition: all of an import have it) wrote their customer. */
async function editedSince(tx: Db, ids: readonly string[], trace: string): Promise<string[]> {
  const later = sql`(greatest(r.created_at, r.updated_at) > w.at)`;
  const rows = await tx.rows(sql<{ id: string }>`
    with w as (
      select l.row_id::bigint as id, max(l.at) as at from change_log l
      where l.table_name = 'customer' and l.row_id = any(${ids}::text[]) and l.trace_id || '' = ${trace} group by l.row_id)
    select w.id::text from w where exists (select 1 from allergy r where r.customer_id = w.id and ${later})
      or exists (select 1 from condition r where r.customer_id = w.id and ${later})
      or exists (select 1 from medicine r where r.customer_id = w.id and ${later})
      or exists (select 1 from surgery r where r.customer_id = w.id and ${later})
      or exists (select 1 from family r where r.customer_id = w.id and ${later})
      or exists (select 1 from vaccination r where r.customer_id = w.id and ${later})
      or exists (select 1 from admission r where r.customer_id = w.id and ${later})
      or exists (select 1 from aid r where r.customer_id = w.id and ${later})
      or exists (select 1 from attachment r where r.customer_id = w.id and ${later})
      or exists (select 1 from archive r where r.customer_id = w.id and ${later})`);
  return rows.map(({ id }) => id);
}

/** The tables of conditions, allergies and medicines. */
export const healthStore: HealthStore = { read: readHealthRows, write, adopt, editedSince };
