import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';

/** Adds a first project, for rows that name none. */
const seed: Seed = {
  order: 20,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      await sql`
        insert into project (code, name, department_id)
        select 'default', '默认项目', d.id from department d
        where d.parent_id is null and not exists (select 1 from project) order by d.id limit 1`.execute(tx);
    }),
};
export default seed;
