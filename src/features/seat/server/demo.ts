import { sql } from 'kysely';
import { type Demo, inOneChange } from '#server/feature/seeds.ts';

/** Deletes seats taken by demo users. */
const demo: Demo = {
  order: 125,
  run: async () => undefined,
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from seat where user_id in (select id from "user" where demo)`.execute(tx);
      return [];
    }),
};
export default demo;
