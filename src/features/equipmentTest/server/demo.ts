import { sql } from 'kysely';
import { type Demo, inOneChange } from '#server/feature/seeds.ts';

/** Removes the tests of demo devices; adds none. */
const demo: Demo = {
  order: 142,
  run: async () => undefined,
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from equipment_test where equipment_id in (select id from equipment where demo)`.execute(tx);
      return [];
    }),
};
export default demo;
