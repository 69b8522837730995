import { sql } from 'drizzle-orm';
import { command } from '#server/command.ts';
import type { Seed } from '#server/seeds.ts';
import { system } from '#server/viewer.ts';

/** domain.md 5. */
const categories = {
  policy: '政策法规',
  health: '健康科普',
  fraud: '防诈骗',
  activity: '社区活动',
  platform: '平台动态',
};

/** The categories of articles; their labels may be edited and others added. */
const seed: Seed = {
  order: 16,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      const rows = Object.entries(categories).map(([value, label], sort) => ({ value, label, sort }));
      await tx.execute(sql`
        insert into dictionary_type (code, name, built_in, sort) values ('news_category', '资讯分类', true, 81)
        on conflict (code) where deleted_at is null do nothing`);
      await tx.execute(sql`
        insert into dictionary (type, value, label, sort, built_in)
        select 'news_category', r.value, r.label, r.sort, true
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (value text, label text, sort int)
        on conflict (type, value) where deleted_at is null do nothing`);
    }),
};
export default seed;
