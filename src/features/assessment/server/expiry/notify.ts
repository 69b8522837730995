import { sql } from 'kysely';
import { localToday } from '#features/customer/server/service.ts';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { administratorsOf } from '#features/project/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any, now } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';

/** Days before the last day, both included, in which the notice is sent. */
const daysAhead = 30;
/** Assessments of one transaction, and of one run; the rest follows with the next run. */
const batchSize = 50;
const maxPerRun = 500;

interface Ending {
  id: string;
  no: string;
  customerName: string;
  scaleName: string;
  until: string;
  /** Until the last day, in the zone of the person's project. */
  days: number;
  departmentId: string;
  projectId: string;
  /** Null without an enabled responsible user. */
  responsibleId: string | null;
  assessorIds: string[];
}

/** Locks newest finished assessments of served persons that end soon and of which nobody was notified; other nodes skip them meanwhile. */
function takeEnding(tx: Db): Promise<Ending[]> {
  return tx.rows(sql<Ending>`
    select a.id::text, a.no, customer.name as "customerName", v.name as "scaleName", a.valid_until::text as until, a.valid_until - ${localToday} as days,
      customer.department_id::text as "departmentId", customer.project_id::text as "projectId",
      (select u.id::text from "user" u where u.id = customer.responsible_id and u.deleted_at is null and u.status = 'enabled'
        and (u.expires_at is null or u.expires_at > now())) as "responsibleId",
      a.assessor_ids::text[] as "assessorIds"
    from assessment a join customer on customer.id = a.customer_id join scale_version v on v.id = a.scale_version_id
    where a.status = 'done' and a.latest and a.expiry_notified_at is null
      and a.valid_until between current_date - 1 and current_date + 1 + ${daysAhead}::int
      and a.valid_until between ${localToday} and ${localToday} + ${daysAhead}::int
      and customer.deleted_at is null and customer.service_state not in ('ended', 'deceased')
    order by a.valid_until, a.id limit ${batchSize}::int for update of a skip locked`);
}

/** Sends one notice to the responsible user, without one the administrators of the project, and to each assessor. */
async function notify(ctx: CommandContext, ending: Ending): Promise<void> {
  const { customerName, scaleName, until, days, responsibleId, assessorIds } = ending;
  const responsible = responsibleId ? [responsibleId] : await administratorsOf(ctx.tx, ending.projectId);
  const when = days === 0 ? '今天' : `${days} 天后`;
  await sendNotice(ctx, system(), {
    title: `「${customerName}」的评估${days === 0 ? '今天' : ` ${days} 天后`}到期`,
    content: `<p>${plainAsHtml(`「${customerName}」的${scaleName}（${ending.no}）有效期至 ${until}，${when}到期。请安排复评。`)}</p>`,
    level: 'important',
    userIds: [...new Set([...responsible, ...assessorIds])],
    departmentId: ending.departmentId,
  });
}

/**
 * Notifies, once, of assessments that end within 30 days and that no newer one has superseded. Safe on several nodes at
 * once, and after a stop at any point: notice and mark are of one transaction.
 * @returns the number of assessments
 */
export async function notifyEnding(): Promise<number> {
  for (let count = 0; ; ) {
    const done = await command(system(newTrace()), async (ctx) => {
      const endings = await takeEnding(ctx.tx);
      const ids = endings.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await ctx.tx.updateTable('assessment').set({ expiryNotifiedAt: now }).where('id', '=', any(ids)).execute();
      for (const ending of endings) await notify(ctx, ending);
      return ids.length;
    });
    count += done;
    if (done < batchSize || count >= maxPerRun) return count;
  }
}
