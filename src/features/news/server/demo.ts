import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addFile } from '#features/file/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { texts } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';

interface DemoArticle {
  title: string;
  category: string;
  summary: string;
  content: string;
  status: 'published' | 'pending' | 'draft';
  /** File name in the folder `covers`. */
  cover?: string;
  tags: readonly string[];
  recommended?: boolean;
  views?: number;
}

const articles: readonly DemoArticle[] = [
  {
    title: '冬季防跌倒：家里这五处要留心',
    category: 'health',
    summary: '浴室、门口、床边、厨房、楼梯，各花一分钟看一眼。',
    content:
      '<h2>先看浴室</h2><p>地面湿时慢走，铺防滑垫，装一根扶手。</p><h2>再看床边</h2><p>夜灯放在手够得到的地方，起床先坐一分钟。</p>',
    status: 'published',
    cover: 'bathroom',
    tags: ['居家', '冬季'],
    recommended: true,
    views: 318,
  },
  {
    title: '接到「冒充客服」的电话怎么办',
    category: 'fraud',
    summary: '三句话识别，一个动作避免损失。',
    content: '<p>凡是要验证码、要转账、要下载软件的，先挂断，再打给家人。</p>',
    status: 'published',
    cover: 'call',
    tags: ['防诈骗'],
    views: 204,
  },
  {
    title: '望湖街道周六义诊：测血压、测血糖、配老花镜',
    category: 'activity',
    summary: '上午 8:30 到 11:00，街道居家养老服务中心一楼。',
    content: '<p>请带上身份证和正在吃的药的药盒。行动不便的老人可由家属代为咨询。</p>',
    status: 'pending',
    cover: 'clinic',
    tags: ['义诊'],
  },
  {
    title: '手表充电小贴士',
    category: 'platform',
    summary: '固定时间充电，电量提醒就不再响。',
    content: '<p>每天晚饭后充一小时，戴回手腕时看一眼屏幕。</p>',
    status: 'draft',
    tags: ['设备'],
  },
];

async function saveCover({ tx }: CommandContext, name: string): Promise<string> {
  return addFile(tx, system('demo'), {
    name: `${name}.webp`,
    type: 'image/webp',
    content: await readFile(join(import.meta.dirname, 'covers', `${name}.webp`)),
    subject: 'news',
    subjectId: null,
    rights: [],
    departmentId: '0',
    projectId: '0',
  });
}

async function addArticles(): Promise<void> {
  await demoOnce('news', async (ctx) => {
    for (const { cover, views, ...article } of articles) {
      const coverId = cover ? await saveCover(ctx, cover) : null;
      await sql`
        with added as (
          insert into news (title, category, cover_file_id, summary, content, status, tags, recommended, source, published_at, created_by, reviewer_id, department_id, demo)
          select ${article.title}, coalesce(c.value, (select value from dictionary where type = 'news_category' and deleted_at is null order by sort, id limit 1)),
            ${coverId}::bigint, ${article.summary}, ${article.content}, ${article.status}, ${texts(article.tags)},
            ${article.recommended ?? false}, '南塘区民政局', case when ${article.status} = 'published' then now() end,
            (select id from "user" where demo and account = 'zhenghai'), case when ${article.status} = 'published' then (select id from "user" where account = 'admin') end, d.id, true
          from (select id from department where demo and type = 'district' order by id limit 1) d
          left join dictionary c on c.type = 'news_category' and c.value = ${article.category} and c.deleted_at is null returning id)
        insert into news_view (news_id, count) select id, ${views ?? 0} from added where ${views ?? 0} > 0`.execute(
        ctx.tx,
      );
    }
  });
}

const demo: Demo = {
  order: 161,
  run: addArticles,
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from news_view where news_id in (select id from news where demo)`.execute(tx);
      await sql`
        with gone as (delete from news where demo returning cover_file_id)
        update file set deleted_at = now() where id in (select cover_file_id from gone)`.execute(tx);
      return [];
    }),
};
export default demo;
