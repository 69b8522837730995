import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';
import { seededScales } from '#shared/scale/seeds.ts';
import { hasText } from '#shared/scale/text.ts';

const rows = seededScales.map((definition) => ({
  ...{ code: definition.code, version: definition.version, name: definition.name, licence: definition.licence },
  ...{ status: hasText(definition) ? 'enabled' : 'disabled', definition },
}));

/** Adds the scales that every installation has; a scale with versions of its own keeps them. */
const seed: Seed = {
  order: 30,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      const seeds = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c (code text, version int, name text, licence text, status text, definition jsonb)`;
      await sql`insert into scale (code, status) select c.code, c.status from ${seeds} on conflict (code) do nothing`.execute(
        tx,
      );
      await sql`
        insert into scale_version (scale_id, number, name, licence, definition)
        select s.id, c.version, c.name, c.licence, c.definition from ${seeds} join scale s on s.code = c.code
        where not exists (select 1 from scale_version v where v.scale_id = s.id and v.number >= c.version)`.execute(tx);
    }),
};
export default seed;
