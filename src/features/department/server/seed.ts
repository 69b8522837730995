import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';

/** Root of the organisation: the default department of everything without one. */
const seed: Seed = {
  order: 10,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      await sql`
        with new as (
          insert into department (name, code, type)
          select '总部', 'root', 'org' where not exists (select 1 from department where parent_id is null) returning id)
        update department d set path = array[new.id] from new where d.id = new.id`.execute(tx);
      await sql`update department set path = array[id] where parent_id is null and path = '{}'`.execute(tx);
    }),
};
export default seed;
