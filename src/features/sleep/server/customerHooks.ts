import { sql } from 'kysely';
import type { CustomerHooks } from '#features/customer/server/service.ts';

/** Hooks for the nights of a customer: of one device and night that both have, the kept customer's stays and is computed again. */
const hooks: CustomerHooks = {
  async beforeMerge({ tx }, { from, to }) {
    await sql`
      with twice as (
        delete from sleep_night n where n.customer_id = ${from}
          and exists (select 1 from sleep_night k where k.customer_id = ${to} and k.device_id = n.device_id and k.night = n.night)
        returning n.device_id, n.night)
      insert into sleep_stale (device_id, night, due_at) select device_id, night, now() from twice`.execute(tx);
  },
};
export default hooks;
