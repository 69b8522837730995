import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';
import { catalogue } from './catalogue.ts';

/** Marks the endpoints of the first start as reviewed; those of later versions are new until a user reviews them. */
const seed: Seed = {
  order: 45,
  async run() {
    const endpoints = (await catalogue()).map(({ method, path }) => ({ method, path }));
    await command(system('seed'), async ({ tx }) => {
      await sql`
        insert into menu_api_endpoint (method, path)
        select e.method, e.path from jsonb_to_recordset(${JSON.stringify(endpoints)}::jsonb) as e (method text, path text)
        where not exists (select 1 from menu_api_endpoint) on conflict do nothing`.execute(tx);
    });
  },
};
export default seed;
