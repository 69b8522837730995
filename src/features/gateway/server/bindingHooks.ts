import { sql } from 'kysely';
import type { BindingHooks } from '#features/binding/server/service.ts';

/** A gateway that replaces one has its settings: its topics are those of the configuration. */
const hooks: BindingHooks = {
  async afterReplace(tx, { id, newId }) {
    await sql`
      update gateway n set child_limit = o.child_limit, may_create = o.may_create, base_topic = o.base_topic
      from gateway o where n.id = ${newId} and o.id = ${id}`.execute(tx);
  },
};
export default hooks;
