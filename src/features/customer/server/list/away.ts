import { sql } from 'kysely';
import type { customerApi } from '#features/customer/contract.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';

type Away = NonNullable<OutputOf<typeof customerApi.getCustomerList>['away']>;

/** Returns the open leave of each of these customers, with the expected return. */
export async function awayOf(ids: readonly string[]): Promise<Map<string, Away>> {
  const rows = await db
    .selectFrom('customerLeave')
    .select(['id', 'customerId', 'kind', 'expectedReturn'])
    .where(sql<boolean>`customer_id = any(${bigints(ids)}) and returned_at is null`)
    .execute();
  return new Map(rows.map(({ customerId, ...leave }) => [customerId, leave]));
}
