import { sql } from 'kysely';
import type { BindingHooks } from '#features/binding/server/service.ts';

/** Names the device that replaces one in repair. */
const hooks: BindingHooks = {
  async afterReplace(tx, { id, newId, customerId }) {
    await sql`
      update repair set substitute_id = ${newId}, customer_id = coalesce(customer_id, ${customerId})
      where equipment_id = ${id} and state in ('open', 'sent') and deleted_at is null`.execute(tx);
  },
};
export default hooks;
