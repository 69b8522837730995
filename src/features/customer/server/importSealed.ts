import type { CellProblem } from '#features/import/server/service.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { archiveSealedMessage } from '../contract/state.ts';
import { archiveSealedOf } from './archiveSealed.ts';
import { cellProblems } from './importSheets.ts';

/** People of one look-up. */
const chunk = 1000;

/** Which of these people have a sealed archive. */
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

/** Why a row that is about one of them is not written, under the column that names the person. */
export function archiveSealedProblem(sheet: number): CellProblem[] {
  return cellProblems(sheet, [
    { field: sheet === 0 ? 'name' : 'customerName', rule: 'sealed', msg: archiveSealedMessage },
  ]);
}
