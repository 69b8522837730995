import { sql } from 'kysely';
import { invalidField, Problem } from '#server/core/problem.ts';
import { newTrace } from '#server/core/trace.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { now } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { cleanRichText } from '#server/files/richText.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { NoticeStatus, noticeApi } from '../contract.ts';
import { addressed, reachOf } from './audience.ts';
import { lockShown, notices, type StoredNotice, validateTimes } from './write.ts';

type Moved = OutputOf<typeof noticeApi.publishNotice>;
type NoticeEventKind = 'created' | 'changed' | 'reminded';

/** Emits one event per user, so that a live stream sends it only to its owner. */
function emitNoticeEvent(
  { emit }: CommandContext,
  noticeId: string,
  kind: NoticeEventKind,
  userIds: readonly string[],
): void {
  for (const ownerId of userIds)
    emit({ topic: 'notice', kind, permission: 'own', departmentId: '0', projectId: '0', ownerId, id: noticeId });
}

/** Writes columns of one notice, independent of the viewer: the worker also moves due notices. */
function moved(
  { tx }: CommandContext,
  { userId }: Pick<Viewer, 'userId'>,
  id: string,
  values: object,
): Promise<number> {
  return notices.write(tx, id, { ...values, updatedAt: now, updatedBy: userId });
}

/**
 * Writes one receipt for each user addressed now, publishes the notice and emits events. Returns the number of
 * recipients.
 */
export async function release(ctx: CommandContext, viewer: Pick<Viewer, 'userId'>, id: string): Promise<number> {
  await moved(ctx, viewer, id, { status: 'published', publishedAt: now });
  const receipts = await ctx.tx.returning(sql<{ userId: string }>`
    insert into notice_receipt (notice_id, user_id) select n.id, u.id from notice n, "user" u where n.id = ${id} and ${addressed}
    on conflict do nothing returning user_id::text as "userId"`);
  emitNoticeEvent(
    ctx,
    id,
    'created',
    receipts.map(({ userId }) => userId),
  );
  return receipts.length;
}

async function movedOf({ tx }: CommandContext, viewer: Viewer, id: string): Promise<Moved> {
  const { status, version } = await notices.lock(tx, viewer, id);
  return { id, status, version };
}

function requireStatus(row: StoredNotice, from: readonly NoticeStatus[], action: string): void {
  if (!from.includes(row.status)) throw new Problem(409, action);
}

/**
 * Publishes a draft: at once or at its time. The publisher's scope limits the recipients. 400 when there are none or
 * the time has passed, 409 when already published.
 */
export async function publishNotice(viewer: Viewer, input: InputOf<typeof noticeApi.publishNotice>): Promise<Moved> {
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const row = await lockShown(tx, viewer, input.id);
    requireStatus(row, ['draft', 'waiting'], '这条通知已经发布过');
    const publishAt = input.publishAt === undefined ? row.publishAt : input.publishAt;
    validateTimes(publishAt, row.expireAt);
    const reach = reachOf(viewer);
    await notices.write(tx, row.id, {
      publishAt,
      publisherId: viewer.userId,
      reach: reach === null ? null : [...reach],
      status: 'waiting',
    });
    if (publishAt === null && (await release(ctx, viewer, row.id)) === 0)
      throw invalidField('audience', '接收范围里没有可以接收的人', 'empty');
    return movedOf(ctx, viewer, row.id);
  });
}

/** Withdraws a waiting or published notice; it leaves every inbox. */
export async function withdrawNotice(viewer: Viewer, input: InputOf<typeof noticeApi.withdrawNotice>): Promise<Moved> {
  return command(viewer, async (ctx) => {
    const row = await lockShown(ctx.tx, viewer, input.id);
    requireStatus(row, ['waiting', 'published'], '只有待发布和已发布的通知可以撤回');
    await withdrawInTransaction(ctx, row.id, input.reason.trim());
    return movedOf(ctx, viewer, row.id);
  });
}

/** Withdraws a notice within the caller's transaction; the caller has checked the permission. */
export async function withdrawInTransaction(ctx: CommandContext, id: string, reason: string): Promise<void> {
  await notices.write(ctx.tx, id, { status: 'withdrawn', withdrawReason: reason, withdrawnAt: now });
  emitNoticeEvent(ctx, id, 'changed', await receivers(ctx, id));
}

/** Maximum length of a notice, characters of HTML. */
const longest = 50_000;

/**
 * Appends a list item to a notice of the product itself, sets its title and makes it unread again; its readers' pages
 * count again. At the maximum length only the title changes.
 */
export async function growNotice(ctx: CommandContext, id: string, title: string, item: string): Promise<void> {
  const html = cleanRichText(`<ul>${item}</ul>`).html.replace(/^<ul>/, '');
  await sql`
    update notice set title = ${title}, updated_at = now(), version = version + 1,
      content = case when length(content) + ${html.length}::int > ${longest}::int then content else regexp_replace(content, '</ul>$', '') || ${html} end
    where id = ${id}`.execute(ctx.tx);
  await ctx.tx.updateTable('noticeReceipt').set({ readAt: null }).where('noticeId', '=', id).execute();
  emitNoticeEvent(ctx, id, 'changed', await receivers(ctx, id));
}

async function receivers({ tx }: CommandContext, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('noticeReceipt').select('userId').where('noticeId', '=', id).execute();
  return rows.map(({ userId }) => userId);
}

/** Minimum time between two reminders of one notice. */
const remindPause = '10 minutes';

/** Reminds recipients in the viewer's scope who have not read it; returns their number. */
export async function remindNotice(viewer: Viewer, { id }: { id: string }): Promise<{ count: number }> {
  return command(viewer, async (ctx) => {
    const row = await notices.lock(ctx.tx, viewer, id);
    requireStatus(row, ['published'], '只有已发布的通知可以提醒');
    const recent = await ctx.tx.rows(sql`
      select 1 from notice_receipt where notice_id = ${id} and reminded_at > now() - ${remindPause}::interval limit 1`);
    if (recent.length > 0) throw new Problem(409, '10 分钟内已经提醒过');
    const reminded = await ctx.tx.returning(sql<{ userId: string }>`
      update notice_receipt r set reminded_at = now() from "user" u
      where r.notice_id = ${id} and r.read_at is null and u.id = r.user_id and ${visibleUsers(viewer)}
      returning r.user_id::text as "userId"`);
    const userIds = reminded.map(({ userId }) => userId);
    emitNoticeEvent(ctx, id, 'reminded', userIds);
    return { count: userIds.length };
  });
}

const batch = 20;

/**
 * Publishes due notices, each once by the first node, and expires others; returns their number. A stop or crash loses
 * nothing: a notice stays due until its transaction commits.
 */
export async function moveDue(): Promise<number> {
  const viewer = system(newTrace());
  return command(viewer, async (ctx) => {
    const due = await ctx.tx
      .selectFrom('notice')
      .select('id')
      .where('status', '=', 'waiting')
      .where('publishAt', '<=', now)
      .where('deletedAt', 'is', null)
      .orderBy('publishAt')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of due) await release(ctx, viewer, id);
    const over = await ctx.tx
      .selectFrom('notice')
      .select('id')
      .where('status', '=', 'published')
      .where('expireAt', '<=', now)
      .orderBy('expireAt')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of over) {
      await moved(ctx, viewer, id, { status: 'expired' });
      emitNoticeEvent(ctx, id, 'changed', await receivers(ctx, id));
    }
    return due.length + over.length;
  });
}
