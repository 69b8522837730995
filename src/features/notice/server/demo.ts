import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { release } from './publish.ts';

interface DemoNotice {
  title: string;
  type: string;
  level: 'normal' | 'important' | 'urgent';
  content: string;
  pinned?: boolean;
  /** Also shown on the public page. */
  public?: boolean;
  draft?: boolean;
}

const notices: readonly DemoNotice[] = [
  {
    title: '值班热线号码不变，请继续向家属告知',
    type: 'announcement',
    level: 'normal',
    content: '<p>本平台服务热线 0570-5550 1234 不变，紧急求助请直接按设备。</p>',
    public: true,
  },
  {
    title: '冬季独居老人巡访安排',
    type: 'notice',
    level: 'normal',
    content:
      '<p>各站点于本月底前完成第一轮：</p><ul><li><p>核对联系人和钥匙位置</p></li><li><p>检查设备电量，试按一次</p></li><li><p>浴室和门口的防滑垫</p></li></ul>',
    pinned: true,
  },
  {
    title: '寒潮蓝色预警：加强夜间关注',
    type: 'warning',
    level: 'important',
    content: '<p>今明两晚最低气温 -2 ℃，<strong>长时间无活动</strong>的告警请在 3 分钟内接警并致电。</p>',
  },
  {
    title: '月度设备试按（草稿）',
    type: 'notice',
    level: 'normal',
    content: '<p>请各站点在周五前完成试按，试按产生的告警按「测试/演练」登记。</p>',
    draft: true,
  },
];

async function addNotices(): Promise<void> {
  await demoOnce('notice', async (ctx) => {
    for (const notice of notices) {
      const [inserted] = await ctx.tx.returning(sql<{ id: string }>`
        insert into notice (title, type, level, content, audience_kind, pinned, public, department_id, demo, publisher_id)
        select ${notice.title}, ${notice.type}, ${notice.level}, ${notice.content}, 'all', ${notice.pinned ?? false}, ${notice.public ?? false}, d.id, true,
          (select id from "user" where demo and account = 'zhouqian')
        from (select id from department where demo and type = 'district' order by id limit 1) d returning id::text`);
      const id = inserted?.id;
      if (id && !notice.draft) await release(ctx, system(), id);
    }
  });
}

const demo: Demo = {
  order: 160,
  run: addNotices,
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from notice_receipt where notice_id in (select id from notice where demo)`.execute(tx);
      await tx.deleteFrom('notice').where('demo', '=', true).execute();
      return [];
    }),
};
export default demo;
