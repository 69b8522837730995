import type { CellProblem } from '#features/import/server/service.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { archiveSealedMessage } from '#features/customer/contract/state.ts';
import { archiveSealedOf } from '#features/customer/server/archiveSealed.ts';
import { cellProblems } from './importSheets.ts';

/** Customers per query. */
const chunk = 1000;

/** Returns which of these customers have a sealed archive. */
export async function archiveSealedIds(ids: readonly string[]): Promise<Set<string>> {
  const sealed = new Set<string>();
  for (let offset = 0; offset < ids.length; offset += chunk) {
    const some = ids.slice(offset, offset + chunk);
    const customers = await db
      .selectFrom('customer')
      .select(['id', 'name', 'serviceState'])
      .where('id', '=', any(some))
      .execute();
    for (const { id } of await archiveSealedOf(db, customers)) sealed.add(id);
  }
  return sealed;
}

/** Returns the refusal of a row about such a customer, at the column that names the customer. */
export function archiveSealedProblem(sheet: number): CellProblem[] {
  return cellProblems(sheet, [
    { field: sheet === 0 ? 'name' : 'customerName', rule: 'sealed', msg: archiveSealedMessage },
  ]);
}
