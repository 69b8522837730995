import { sql } from 'kysely';
import type { physicalApi } from '#features/physical/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { OutputOf } from '#shared/endpoint.ts';

/** Returns the institutions by use in the viewer's scope, most used first; unused ones are proposed too. */
export async function getPhysicalOrgList(
  viewer: Viewer,
): Promise<OutputOf<(typeof physicalApi)['getPhysicalOrgList']>> {
  return db.rows(sql<{ id: string; name: string; used: number }>`
    select o.id::text, o.name, coalesce(u.n, 0)::int as used from physical_org o
    left join (
      select p.org_id, count(*) as n from physical p join ${scoped(viewer, 'customer')} on customer.id = p.customer_id
      where p.status <> 'void' group by p.org_id) u on u.org_id = o.id
    order by used desc, o.name limit 500`);
}
