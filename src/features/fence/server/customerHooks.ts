import { sql } from 'kysely';
import type { CustomerHooks } from '#features/customer/server/service.ts';
import { bigints } from '#server/db/values.ts';

/** Fences when a person's consent, ownership or record changes. */
const hooks: CustomerHooks = {
  async afterConsentWithdrawn({ tx }, { id, purpose, at }) {
    if (purpose !== 'location') return;
    await tx.deleteFrom('fenceState').where('customerId', '=', id).execute();
    await tx.deleteFrom('fenceAlarm').where('customerId', '=', id).execute();
    await sql`delete from fence_event where customer_id = ${id} and at >= ${at}`.execute(tx);
  },
  // A fence of people who all move goes with them.
  async beforeMove({ tx }, ids, { departmentId, projectId }) {
    await sql`
      update fence set department_id = coalesce(${departmentId ?? null}, department_id), project_id = coalesce(${projectId ?? null}, project_id)
      where deleted_at is null and customer_ids <> '{}' and customer_ids <@ ${bigints(ids)} and tag = '{}'`.execute(tx);
  },
  async beforeMerge({ tx }, { from, to }) {
    await sql`delete from fence_state where customer_id = ${from}`.execute(tx);
    await sql`delete from fence_alarm where customer_id = ${from}`.execute(tx);
    await sql`
      update fence set customer_ids = array(select distinct case when id = ${from} then ${to}::bigint else id end from unnest(customer_ids) as m (id))
      where customer_ids @> array[${from}::bigint]`.execute(tx);
  },
};
export default hooks;
