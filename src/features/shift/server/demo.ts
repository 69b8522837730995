import { sql } from 'kysely';
import { type Demo, inOneChange } from '#server/feature/seeds.ts';

/** Deletes turns of demo users and patterns of demo projects. */
const demo: Demo = {
  order: 126,
  run: async () => undefined,
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from shift_turn where user_id in (select id from "user" where demo)`.execute(tx);
      const theirs = sql`(select id from shift_pattern where project_id in (select id from project where demo))`;
      await sql`update shift_turn set pattern_id = null where pattern_id in ${theirs}`.execute(tx);
      await sql`delete from shift_pattern where id in ${theirs}`.execute(tx);
      await sql`delete from shift_gap where project_id in (select id from project where demo)`.execute(tx);
      return [];
    }),
};
export default demo;
