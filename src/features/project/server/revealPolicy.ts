import type { RevealPolicy } from '#features/field/server/service.ts';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { defaultOwnership } from '#server/auth/defaultOwnership.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { administratorsOf } from './administrators.ts';

/** Reads the reveal policy of a project; notifies its administrators when a user exceeds the limit. */
const revealPolicy: RevealPolicy = {
  policyOf: (id) =>
    db.selectFrom('project').select(['revealReason', 'revealLimit']).where('id', '=', id).executeTakeFirst(),
  async notifyExceeded(ctx, viewer, projectId, most) {
    const home = await defaultOwnership(ctx.tx);
    const who = plainAsHtml(`${viewer.name}（${viewer.account}）`);
    await sendNotice(ctx, system(), {
      title: `查看完整信息超过上限：${viewer.name}`,
      content: `<p>${who}在一小时内查看完整个人信息已达 ${most} 次，再看的被拒绝。</p><p>看了哪些、为什么看，可以在「命令日志」里按这个账号查到。</p>`,
      level: 'important',
      userIds: await administratorsOf(ctx.tx, projectId ?? viewer.scope.projects?.[0] ?? home.projectId),
      departmentId: viewer.departmentId === '0' ? home.departmentId : viewer.departmentId,
    });
  },
};
export default revealPolicy;
