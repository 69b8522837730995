import { sql } from 'kysely';
import { customerCondition } from '#features/customer/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import { doneInYear } from './conditions.ts';

export interface DueFilters {
  year: number;
  keyword?: string | undefined;
  departmentId?: string | undefined;
  regionCode?: string | undefined;
}

/** Age from which the yearly examination is due. */
const dueAge = 65;

/**
 * Selects the customers in scope, but those whose service is over, who are 65 or older on 31 December of the year: whoever turns 65 in the
 * year is due in it.
 */
export async function duePeople(viewer: Viewer, { year, keyword, departmentId, regionCode }: DueFilters) {
  const filters = {
    ...(keyword && { keyword }),
    ...(departmentId && { departmentId }),
    ...(regionCode && { regionCode }),
  };
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .where(
      and(
        sql`customer.service_state not in ('ended', 'deceased')`,
        sql`customer.birth_date <= make_date(${year - dueAge}::int, 12, 31)`,
        await customerCondition(viewer, filters),
      ),
    );
}

/** Condition that a due person had the yearly examination. */
export const isDone = (year: number) => doneInYear(sql`customer.id`, year);
