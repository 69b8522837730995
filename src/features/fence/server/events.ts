import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import type { fenceApi } from '#features/fence/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { equals, oneOf } from '#server/db/filter.ts';
import { countOf, limitsOf, logOrder } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

type Api = typeof fenceApi;
type Event = OutputOf<Api['getFenceEventList']>;

/** Returns the crossings of people in scope who agree to be located, newest first. */
export async function getFenceEventList(
  viewer: Viewer,
  input: InputOf<Api['getFenceEventList']>,
): Promise<Paged<Event>> {
  const { customerId, fenceId, kind, from, to, sort } = input;
  const { limit, offset } = limitsOf(input);
  const query = db
    .selectFrom('fenceEvent as v')
    .innerJoin(scoped(viewer, 'customer'), 'customer.id', 'v.customerId')
    .innerJoin('fence as f', 'f.id', 'v.fenceId')
    .where(
      and(
        equals(sql`v.customer_id`, customerId),
        equals(sql`v.fence_id`, fenceId),
        oneOf(sql`v.kind`, kind),
        from ? sql`v.at >= ${from}` : undefined,
        to ? sql`v.at <= ${to}` : undefined,
        hasConsent('location'),
      ),
    );
  const [rows, count] = await Promise.all([
    query
      .select(['v.id', 'v.at', 'v.kind', 'v.fenceId', 'f.name as fenceName', 'v.customerId'])
      .select(['customer.name as customerName', 'v.lat', 'v.lng', 'v.accuracy', 'v.warnId'])
      .orderBy(logOrder(sort, { at: sql`v.at` }, sql`v.id`, 'at'))
      .limit(limit)
      .offset(offset)
      .execute(),
    countOf(query.select('v.id')),
  ]);
  return { rows: rows as Event[], count };
}
