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

/** Tells people of a notice, each their own copy: a live stream hands it to nobody else. */
function emitNoticeEvent(
  { emit }: CommandContext,
  noticeId: string,
  kind: NoticeEventKind,
  userIds: readonly string[],
): void {
  for (const ownerId of userIds)
    emit({ topic: 'notice', kind, permission: 'own', departmentId: '0', projectId: '0', ownerId, id: noticeId });
}

/** Writes columns of one notice, whoever moves it: what is due moves by itself. */
function moved(
  { tx }: CommandContext,
  { userId }: Pick<Viewer, 'userId'>,
  id: string,
  values: object,
): Promise<number> {
  return notices.write(tx, id, { ...values, updatedAt: now, updatedBy: userId });
}

/** Writes one receipt for each person addressed now, makes it public and tells them. Answers how many they are. */
export async function release(ctx: CommandContext, viewer: Pick<Viewer, 'userId'>, id: string): Promise<number> {
  await moved(ctx, viewer, id, { status: 'published', publishedAt: now });
  const receipts = await sql<{ userId: string }>`
    insert into notice_receipt (notice_id, user_id) select n.id, u.id from notice n, "user" u where n.id = ${id} and ${addressed}
    on conflict do nothing returning user_id::text as "userId"`.execute(ctx.tx);
  emitNoticeEvent(
    ctx,
    id,
    'created',
    receipts.rows.map(({ userId }) => userId),
  );
  return receipts.rows.length;
}

async function movedOf({ tx }: CommandContext, viewer: Viewer, id: string): Promise<Moved> {
  const { status, version } = await notices.lock(tx, viewer, id);
  return { id, status, version };
}

function requireStatus(row: StoredNotice, from: readonly NoticeStatus[], action: string): void {
  if (!from.includes(row.status)) throw new Problem(409, action);
}

/**
 * Publishes a draft: at once, or waiting for its time. The publisher's own reach bounds whom it addresses. 400 when
 * nobody is addressed or the time has passed, 409 when it is published already.
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

/** Takes back what waits or is out; it leaves every inbox. */
export async function withdrawNotice(viewer: Viewer, input: InputOf<typeof noticeApi.withdrawNotice>): Promise<Moved> {
  return command(viewer, async (ctx) => {
    const row = await lockShown(ctx.tx, viewer, input.id);
    requireStatus(row, ['waiting', 'published'], '只有待发布和已发布的通知可以撤回');
    await withdrawInTransaction(ctx, row.id, input.reason.trim());
    return movedOf(ctx, viewer, row.id);
  });
}

/** Takes a notice out of every inbox within the caller's transaction; the caller has judged who may. */
export async function withdrawInTransaction(ctx: CommandContext, id: string, reason: string): Promise<void> {
  await notices.write(ctx.tx, id, { status: 'withdrawn', withdrawReason: reason, withdrawnAt: now });
  emitNoticeEvent(ctx, id, 'changed', await receivers(ctx, id));
}

/** Longest text of a notice, characters of HTML. */
const longest = 50_000;

/**
 * Adds an item to the list that ends a notice of the product's own, which then has that title and is unread again; its readers'
 * pages count anew. Of a text that is as long as it may be the title alone changes.
 */
export async function growNotice(ctx: CommandContext, id: string, title: string, item: string): Promise<void> {
  const html = cleanRichText(`<ul>${item}</ul>`).html.replace(/^<ul>/, '');
  await sql`
    update notice set title = ${title}, updated_at = now(), version = version + 1,
      content = case when length(content) + ${html.length}::int > ${longest}::int then content else regexp_replace(content, '</ul>$', '') || ${html} end
    where id = ${id}`.execute(ctx.tx);
  await sql`update notice_receipt set read_at = null where notice_id = ${id}`.execute(ctx.tx);
  emitNoticeEvent(ctx, id, 'changed', await receivers(ctx, id));
}

async function receivers({ tx }: CommandContext, id: string): Promise<string[]> {
  const { rows } = await sql<{
    userId: string;
  }>`select user_id::text as "userId" from notice_receipt where notice_id = ${id}`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** At most once in ten minutes for one notice: a reminder is not an alarm. */
const remindPause = '10 minutes';

/** Reminds those in the viewer's scope who have not read it; answers how many they are. */
export async function remindNotice(viewer: Viewer, { id }: { id: string }): Promise<{ count: number }> {
  return command(viewer, async (ctx) => {
    const row = await notices.lock(ctx.tx, viewer, id);
    requireStatus(row, ['published'], '只有已发布的通知可以提醒');
    const recent = await sql`
      select 1 from notice_receipt where notice_id = ${id} and reminded_at > now() - ${remindPause}::interval limit 1`.execute(
      ctx.tx,
    );
    if (recent.rows.length > 0) throw new Problem(409, '10 分钟内已经提醒过');
    const reminded = await sql<{ userId: string }>`
      update notice_receipt r set reminded_at = now() from "user" u
      where r.notice_id = ${id} and r.read_at is null and u.id = r.user_id and ${visibleUsers(viewer)}
      returning r.user_id::text as "userId"`.execute(ctx.tx);
    const userIds = reminded.rows.map(({ userId }) => userId);
    emitNoticeEvent(ctx, id, 'reminded', userIds);
    return { count: userIds.length };
  });
}

const batch = 20;

/**
 * Publishes what is due, each once by whichever node comes first, and ends what has expired. A stop or a crash loses
 * nothing: what is due stays due until its transaction is in. Answers how many moved.
 */
export async function moveDue(): Promise<number> {
  const viewer = system(newTrace());
  return command(viewer, async (ctx) => {
    const due = await sql<{ id: string }>`
      select id::text from notice where status = 'waiting' and publish_at <= now() and deleted_at is null
      order by publish_at limit ${batch} for update skip locked`.execute(ctx.tx);
    for (const { id } of due.rows) await release(ctx, viewer, id);
    const over = await sql<{ id: string }>`
      select id::text from notice where status = 'published' and expire_at <= now() order by expire_at limit ${batch} for update skip locked`.execute(
      ctx.tx,
    );
    for (const { id } of over.rows) {
      await moved(ctx, viewer, id, { status: 'expired' });
      emitNoticeEvent(ctx, id, 'changed', await receivers(ctx, id));
    }
    return due.rows.length + over.rows.length;
  });
}
