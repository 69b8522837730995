import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { encrypt } from '#server/core/crypto.ts';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';
import { clouds } from './clouds.ts';

/** The known clouds, disabled, with a secret that nobody knows: whoever enables one sets its own. What was edited stays. */
const seed: Seed = {
  order: 17,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      const rows = clouds.map((cloud) => ({ ...cloud, secret: encrypt(randomBytes(24).toString('base64url')) }));
      await sql`
        with added as (
          insert into push_source (source, name, signature, mapping, status, secret_cipher)
          select c.source, c.name, c.signature, c.mapping, 'disabled', c.secret
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (source text, name text, signature text, mapping jsonb, secret text)
          where not exists (select 1 from push_source s where s.source = c.source)
          returning id, mapping)
        insert into push_source_version (source_id, version, mapping) select id, 1, mapping from added`.execute(tx);
    }),
};
export default seed;
