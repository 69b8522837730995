import type { Selectable } from 'kysely';
import type { HealthRows } from '#features/customer/server/service.ts';
import { storedValues } from '#server/crud/storedValues.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { keysOf } from '#shared/codes.ts';
import type { Fields } from '#shared/resourceField.ts';
import { allergy, condition, medicine } from '../contract/sections.ts';

/** The tables that a person's words follow from, by their name in `HealthRows`. */
export const healthTables = { conditions: condition, allergies: allergy, medicines: medicine } as const;
export type HealthList = keyof typeof healthTables;
export const healthLists = keysOf(healthTables);

/** Fields of a row that are entered or follow from the entry. */
export function ownFields({ fields }: { fields: Fields }): string[] {
  return keysOf(fields).filter((key) => key !== 'customerId' && fields[key]?.dbColumn !== false);
}

/** Returns a stored row with its texts, without empty fields. */
export function plainRow(list: HealthList, row: object): { id: string; name: string } {
  const resource = healthTables[list];
  const values = storedValues(resource as { fields: Fields }, row, ownFields(resource));
  const filled = Object.entries(values).filter(([, value]) => value !== null);
  return { ...(Object.fromEntries(filled) as { name: string }), id: (row as Selectable<{ id: string }>).id };
}

/** Returns the rows of these customers in the order of entry. */
export async function readHealthRows(tx: Db, ids: readonly string[]): Promise<Map<string, HealthRows>> {
  const byId = new Map(ids.map((id): [string, HealthRows] => [id, { conditions: [], allergies: [], medicines: [] }]));
  for (const list of healthLists) {
    const rows = await tx
      .selectFrom(healthTables[list].name as 'allergy')
      .selectAll()
      .where('customerId', '=', any(ids))
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const rowsOfList: { name: string }[] = byId.get(row.customerId)?.[list] ?? [];
      rowsOfList.push(plainRow(list, row));
    }
  }
  return byId;
}
