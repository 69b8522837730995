import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';
import { builtInModels } from './builtInModels.ts';

const seed: Seed = {
  order: 16,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      await sql`
        insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities, profile, built_in)
        select m.code, m.name, m.kind, m.protocol, m.interval, m.offline,
          array(select jsonb_array_elements_text(m.capabilities)), m.profile, true
        from jsonb_to_recordset(${JSON.stringify(builtInModels)}::jsonb)
          as m (code text, name text, kind text, protocol text, interval int, offline int, capabilities jsonb, profile jsonb)
        on conflict (code) where deleted_at is null do nothing`.execute(tx);
    }),
};
export default seed;
