import { sql } from 'kysely';
import { any } from '#server/db/values.ts';
import { blockingReasons } from '#server/feature/blockingReferences.ts';
import { type Demo, inOneChange } from '#server/feature/seeds.ts';
import { addModels, demoModels } from './demoModels.ts';

/** Demo models; `profile` contains their demo mark. */
const demo: Demo = {
  order: 115,
  run: () =>
    inOneChange(async ({ tx }) => {
      await addModels(tx, demoModels);
      return [];
    }),
  remove: () =>
    inOneChange(async ({ tx }) => {
      const marked = sql`profile ->> 'demo' = 'true'`;
      const rows = await tx.rows(
        sql<{
          id: string;
          name: string;
        }>`select id::text, name from model where ${marked}`,
      );
      const ids = rows.map(({ id }) => id);
      const blocked = await blockingReasons(tx, 'model', ids);
      await tx
        .deleteFrom('model')
        .where('id', '=', any(ids.filter((id) => !blocked.has(id))))
        .execute();
      return rows.flatMap(({ id, name }) => (blocked.has(id) ? `型号 ${name}：${blocked.get(id)}` : []));
    }),
};
export default demo;
