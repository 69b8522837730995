import { sql } from 'kysely';
import type { BindingHooks } from '#features/binding/server/service.ts';

/** Ends the trials of a replaced device. */
const hooks: BindingHooks = {
  async afterReplace(tx, { id }) {
    await sql`update trial set ended_at = now() where equipment_id = ${id} and ended_at is null`.execute(tx);
  },
};
export default hooks;
