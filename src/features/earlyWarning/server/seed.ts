import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';
import { seedRules } from './rule/seedRules.ts';

/** Adds the rules that every installation has, for everybody; edited and deleted ones stay as they are. */
const seed: Seed = {
  order: 18,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      await sql`
        insert into rule (code, name, kind, metric, definition, level, scope, hours, status)
        select c.code, c.name, c.kind, c.metric, c.definition, c.level, '{"all": true}', c.hours, case when c.off then 'disabled' else 'enabled' end
        from jsonb_to_recordset(${JSON.stringify(seedRules)}::jsonb) as c (code text, name text, kind text, metric text, definition jsonb, level int, hours jsonb, off boolean)
        where not exists (select 1 from rule r where r.code = c.code or lower(r.name) = lower(c.name) and r.deleted_at is null)`.execute(
        tx,
      );
    }),
};
export default seed;
