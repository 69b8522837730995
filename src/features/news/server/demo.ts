import { sql } from 'drizzle-orm';
import { type Demo, demoOnce, inOneChange } from '#server/seeds.ts';

const articles = [
  {
    title: '冬季防跌倒：家里这五处要留心',
    category: 'health',
    summary: '浴室、门口、床边、厨房、楼梯，各花一分钟看一眼。',
    content:
      '<h2>先看浴室</h2><p>地面湿时慢走，铺防滑垫，装一根扶手。</p><h2>再看床边</h2><p>夜灯放在手够得到的地方，起床先坐一分钟。</p>',
    status: 'published',
    tags: ['居家', '冬季'],
    recommended: true,
  },
  {
    title: '接到「冒充客服」的电话怎么办',
    category: 'fraud',
    summary: '三句话识别，一个动作避免损失。',
    content: '<p>凡是要验证码、要转账、要下载软件的，先挂断，再打给家人。</p>',
    status: 'published',
    tags: ['防诈骗'],
    recommended: false,
  },
  {
    title: '手表充电小贴士',
    category: 'platform',
    summary: '固定时间充电，电量提醒就不再响。',
    content: '<p>每天晚饭后充一小时，戴回手腕时看一眼屏幕。</p>',
    status: 'draft',
    tags: ['设备'],
    recommended: false,
  },
];

async function addArticles(): Promise<void> {
  await demoOnce('news', async ({ tx }) => {
    await tx.execute(sql`
      insert into news (title, category, summary, content, status, tags, recommended, source, published_at, department_id, demo)
      select a.title, coalesce(c.value, (select value from dictionary where type = 'news_category' and deleted_at is null order by sort, id limit 1)),
        a.summary, a.content, a.status, array(select jsonb_array_elements_text(a.tags)), a.recommended, '南塘区民政局',
        case when a.status = 'published' then now() end, d.id, true
      from jsonb_to_recordset(${JSON.stringify(articles)}::jsonb) as a (title text, category text, summary text, content text, status text, tags jsonb, recommended boolean)
      cross join (select id from department where demo and type = 'district' order by id limit 1) d
      left join dictionary c on c.type = 'news_category' and c.value = a.category and c.deleted_at is null`);
  });
}

const demo: Demo = {
  order: 161,
  run: addArticles,
  remove: () =>
    inOneChange(async ({ tx }) => {
      await tx.execute(sql`delete from news_view where news_id in (select id from news where demo)`);
      await tx.execute(sql`delete from news where demo`);
      return [];
    }),
};
export default demo;
