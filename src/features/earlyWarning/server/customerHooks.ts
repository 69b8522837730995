import { sql } from 'kysely';
import type { CustomerHooks } from '#features/customer/server/service.ts';

const part: CustomerHooks = {
  /** The merged customer's runs move to the remaining customer; what fires there stays. */
  async beforeMerge({ tx }, { from, to }) {
    await sql`
      insert into health_state (customer_id, metric, rules, due_at)
      select ${to}, metric, rules, due_at from health_state where customer_id = ${from} on conflict (customer_id, metric) do nothing`.execute(
      tx,
    );
    await sql`delete from health_state where customer_id = ${from}`.execute(tx);
    await sql`update health_warn set customer_id = ${to} where customer_id = ${from}`.execute(tx);
  },
  /** Who is not in service is not judged. */
  async afterStateChange({ tx }, _viewer, { id, state }) {
    if (state !== 'active' && state !== 'pending')
      await sql`delete from health_state where customer_id = ${id}`.execute(tx);
  },
};
export default part;
