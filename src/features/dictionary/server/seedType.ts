import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';

/**
 * Adds a feature's list of options at the first start; items that users edited or added stay. `values` maps codes to
 * labels.
 */
export function seedDictionary(type: { code: string; name: string; sort: number }, values: Record<string, string>) {
  const rows = Object.entries(values).map(([value, label], sort) => ({ value, label, sort }));
  return command(system('seed'), async ({ tx }) => {
    await sql`
      insert into dictionary_type (code, name, built_in, sort) values (${type.code}, ${type.name}, true, ${type.sort})
      on conflict (code) where deleted_at is null do nothing`.execute(tx);
    await sql`
      insert into dictionary (type, value, label, sort, built_in)
      select ${type.code}, r.value, r.label, r.sort, true
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (value text, label text, sort int)
      on conflict (type, value) where deleted_at is null do nothing`.execute(tx);
  });
}
