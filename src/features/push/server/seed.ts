import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';
import { vendorSources } from './vendorSources.ts';

/** Adds the known clouds, disabled and without a secret; edited rows stay. Enabling one needs a secret. */
const seed: Seed = {
  order: 17,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      await sql`
        with added as (
          insert into push_source (source, name, signature, mapping, status)
          select c.source, c.name, c.signature, c.mapping, 'disabled'
          from jsonb_to_recordset(${JSON.stringify(vendorSources)}::jsonb) as c (source text, name text, signature text, mapping jsonb)
          where not exists (select 1 from push_source s where s.source = c.source)
          returning id, mapping)
        insert into push_source_version (source_id, version, mapping) select id, 1, mapping from added`.execute(tx);
    }),
};
export default seed;
