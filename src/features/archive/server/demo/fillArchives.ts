import { type Insertable, sql } from 'kysely';
import { sections } from '#features/archive/contract.ts';
import type { HealthRows } from '#features/customer/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { changedColumns } from '#server/crud/storedValues.ts';
import type { Db } from '#server/db/db.ts';
import type { Aid } from '#server/db/tables.ts';
import { any } from '#server/db/values.ts';
import { seededRandom } from '#server/feature/populate.ts';
import type { Fields } from '#shared/resourceField.ts';
import { type HealthList, healthLists, healthTables, readHealthRows } from '../healthTables.ts';
import { refreshSummaries, settleArchives } from '../words.ts';
import { allergyOf, conditionOf, medicineOf, type OtherSection, type Parts, partsOf } from './parts.ts';

/** Demo customer whose archive is filled. */
export interface Filled {
  id: string;
  /** Number that decides what is drawn. */
  number: number;
  /** Nearly everything is filled in. */
  full: boolean;
  /** Days for which the named medicines last; of others it is drawn. */
  daysOf?: Readonly<Record<string, number>>;
}

type Stored = { [L in HealthList]: HealthRows[L][number] };

/** Writes all rows of a list anew, each under its id, in one statement. */
async function rewrite<L extends HealthList>(tx: Db, list: L, rows: readonly Stored[L][]): Promise<void> {
  if (rows.length === 0) return;
  const resource = healthTables[list] as { fields: Fields; name: string };
  // One type for the three tables: they are written alike.
  const table = resource.name as 'allergy';
  const values = rows.map((row) => changedColumns(resource.fields, { ...row, id: undefined }, null));
  const columns = [...new Set(values.flatMap((value) => Object.keys(value)))] as 'kind'[];
  const stored = await tx
    .selectFrom(table)
    .select(['id', 'customerId'])
    .where('id', '=', any(rows.flatMap(({ id }) => id ?? [])))
    .execute();
  const customerOf = new Map(stored.map(({ id, customerId }) => [id, customerId]));
  await tx
    .insertInto(table)
    .values(
      values.map(
        (value, place) =>
          ({ ...value, id: rows[place]?.id, customerId: customerOf.get(rows[place]?.id ?? '') }) as never,
      ),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .execute();
}

/** Writes the rows of the other sections, and what the archive says outside them. */
async function addParts(tx: Db, people: readonly { id: string; parts: Parts }[]): Promise<void> {
  for (const section of ['surgery', 'family', 'vaccination', 'admission', 'aid'] satisfies OtherSection[]) {
    const { fields } = sections[section] as { fields: Fields };
    const rows = people.flatMap(({ id, parts }) =>
      parts.rows[section].map((row) => ({ ...changedColumns(fields, row, null), customerId: id })),
    );
    if (rows.length === 0) continue;
    await tx
      .insertInto(section as 'aid')
      .values(rows as unknown as Insertable<Aid>[])
      .execute();
  }
  const rows = people.map(({ id, parts: { lifestyle, falls, none } }) => ({
    ...{ id, none },
    lifestyle: lifestyle && encrypt(JSON.stringify(lifestyle)),
    falls: falls && encrypt(falls),
  }));
  await sql`
    update archive a set lifestyle_cipher = t.lifestyle, falls_cipher = t.falls, none = t.none
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id bigint, lifestyle text, falls text, none text[])
    where a.customer_id = t.id`.execute(tx);
}

/** Fills the archives of new demo customers: details of what their words say, and the other sections. */
export async function fillArchives(tx: Db, people: readonly Filled[]): Promise<void> {
  const now = Date.now();
  const ids = people.map(({ id }) => id);
  const stored = await readHealthRows(tx, ids);
  const lists: HealthRows = { conditions: [], allergies: [], medicines: [] };
  const made: { id: string; parts: Parts }[] = [];
  for (const { id, number, full, daysOf } of people) {
    const random = seededRandom(number);
    const year = new Date(now).getUTCFullYear();
    const rows = stored.get(id);
    lists.conditions.push(...(rows?.conditions ?? []).map((row) => conditionOf(row, random, year)));
    lists.allergies.push(...(rows?.allergies ?? []).map((row) => allergyOf(row, random)));
    lists.medicines.push(
      ...(rows?.medicines ?? []).map((row) => ({
        ...row,
        ...medicineOf(row.name, random, String(year - random.below(6)), daysOf),
      })),
    );
    made.push({ id, parts: partsOf(random, now, full) });
  }
  for (const list of healthLists) await rewrite(tx, list, lists[list]);
  await addParts(tx, made);
  await refreshSummaries(tx, ids);
  await settleArchives(tx, ids);
}
