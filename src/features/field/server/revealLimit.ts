import { sql } from 'kysely';
import { parameter } from '#features/dictionary/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import { newTrace } from '#server/core/trace.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { viewerZone } from '#server/db/zone.ts';
import { withoutCommandLog } from '#server/feature/cmdLog.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** Defaults of the parameters. */
const defaults = { reason: 1, limit: 30 };

interface EffectivePolicy {
  reason: boolean;
  /** Maximum reveals of a user per hour. */
  limit: number;
}

/** A project's reveal policy: a feature's extension `revealPolicy`. */
export interface RevealPolicy {
  /** Returns the project's own settings; null values fall back to the parameters. */
  policyOf(projectId: string): Promise<{ revealReason: boolean | null; revealLimit: number | null } | undefined>;
  /** Notifies the project's administrators that a user exceeded the limit of reveals per hour. */
  notifyExceeded(ctx: CommandContext, viewer: Viewer, projectId: string | null, limit: number): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    revealPolicy: RevealPolicy;
  }
}

/** Returns the effective policy of a project; null: the record belongs to no project. */
async function effectivePolicy(projectId: string | null): Promise<EffectivePolicy> {
  const [provider] = projectId === null ? [] : await extensionsOf('revealPolicy');
  const projectPolicy = projectId === null ? null : await provider?.extension.policyOf(projectId);
  return {
    reason: projectPolicy?.revealReason ?? (await parameter(db, 'privacy', 'reveal_reason', defaults.reason)) >= 1,
    limit: projectPolicy?.revealLimit ?? (await parameter(db, 'privacy', 'reveal_limit', defaults.limit)),
  };
}

/**
 * Consumes one of the user's reveals per hour; call before showing the value. 400 without a required reason, 429 beyond
 * the limit, with one notice per hour to the project's administrators. `projectId`: project of the record, null without
 * one.
 */
export async function consumeReveal(
  viewer: Viewer,
  projectId: string | null,
  reason: string | undefined,
): Promise<void> {
  const { reason: reasonRequired, limit } = await effectivePolicy(projectId);
  if (reasonRequired && !reason?.trim()) throw invalidField('reason', '请写明查看的原因', 'required');
  if (await countReveal(viewer.userId, limit)) return;
  await withoutCommandLog(() => command(system(newTrace()), (ctx) => notifyExceeded(ctx, viewer, projectId, limit)));
  throw new Problem(
    429,
    `一小时内最多查看 ${limit} 次完整信息，${await nextRevealText(viewer, limit)}正在处理的告警不受影响`,
  );
}

/** Counts a reveal under the user's row lock; false when there are `limit` within the last hour already. */
async function countReveal(userId: string, limit: number): Promise<boolean> {
  const count = await db.affected(sql`
    insert into reveal_look as l (user_id, looks) values (${userId}, array[clock_timestamp()])
    on conflict (user_id) do update set looks = array(select t from unnest(l.looks) t where ${recent} order by t) || clock_timestamp()
      where (select count(*) from unnest(l.looks) t where ${recent}) < ${limit}`);
  return count === 1;
}

const recent = sql`t > clock_timestamp() - interval '1 hour'`;

/** Returns 「14:05 之后可以再看，」: the time of the next allowed reveal in the viewer's time zone. */
async function nextRevealText(viewer: Viewer, limit: number): Promise<string> {
  const row = await db.row(sql<{ at: string }>`
    select to_char(t + interval '1 hour' + interval '59 seconds', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from reveal_look l, unnest(l.looks) t where l.user_id = ${viewer.userId} and ${recent} order by t desc offset ${limit - 1} limit 1`);
  if (!row) return '';
  const timeZone = await viewerZone(db, viewer);
  const clock = new Intl.DateTimeFormat('zh-CN', { timeZone, hour: '2-digit', minute: '2-digit', hour12: false });
  return `${clock.format(new Date(row.at))} 之后可以再看，`;
}

/** Sends the notice of an exceeded limit, unless one was sent within the hour. */
async function notifyExceeded(
  ctx: CommandContext,
  viewer: Viewer,
  projectId: string | null,
  limit: number,
): Promise<void> {
  const count = await ctx.tx.affected(sql`
    update reveal_look set told_at = now() where user_id = ${viewer.userId} and (told_at is null or told_at <= now() - interval '1 hour')`);
  if (count === 0) return;
  for (const { extension: part } of await extensionsOf('revealPolicy'))
    await part.notifyExceeded(ctx, viewer, projectId, limit);
}
