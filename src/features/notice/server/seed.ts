import { sql } from 'drizzle-orm';
import { command } from '#server/command.ts';
import type { Seed } from '#server/seeds.ts';
import { system } from '#server/viewer.ts';

/** domain.md 5. */
const types = { notice: '通知', announcement: '公告', maintenance: '系统维护', warning: '预警提示' };

/** The kinds of notice; their labels may be edited and others added. */
const seed: Seed = {
  order: 16,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      const rows = Object.entries(types).map(([value, label], sort) => ({ value, label, sort }));
      await tx.execute(sql`
        insert into dictionary_type (code, name, built_in, sort) values ('notice_type', '通知类型', true, 80)
        on conflict (code) where deleted_at is null do nothing`);
      await tx.execute(sql`
        insert into dictionary (type, value, label, sort, built_in)
        select 'notice_type', r.value, r.label, r.sort, true
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (value text, label text, sort int)
        on conflict (type, value) where deleted_at is null do nothing`);
    }),
};
export default seed;
