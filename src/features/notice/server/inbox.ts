import { sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { contains, equals, holds } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { and, any, wireInstant as wire } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { MyNotice, NoticeNews, noticeApi } from '../contract.ts';
import { inboxColumns, visibleCondition } from './rows.ts';

/** Returns the query of a user's notices that are in force. */
function inboxOf(userId: string) {
  return sql`notice_receipt r join notice on notice.id = r.notice_id and notice.status = 'published' and notice.deleted_at is null
    and (notice.expire_at is null or notice.expire_at > now()) where r.user_id = ${userId}`;
}

/** Condition of an open notice: unread, or waiting for 我已知晓. */
const open = sql`(r.read_at is null or (notice.need_confirm and r.confirmed_at is null))`;

async function unread(tx: Db, userId: string, where = sql`true`): Promise<{ count: number }> {
  const row = await tx.row(
    sql<{
      count: number;
    }>`select count(*)::int as count from ${inboxOf(userId)} and ${open} and ${where}`,
  );
  return { count: row?.count ?? 0 };
}

/** Returns the viewer's inbox: pinned first, then newest. */
export async function getMyNoticeList(
  viewer: Viewer,
  input: InputOf<typeof noticeApi.getMyNoticeList>,
): Promise<Paged<MyNotice>> {
  const newest = sql`notice.pinned desc, notice.published_at desc, notice.id desc`;
  const page = pageOf(input, { publishedAt: sql`notice.published_at` }, newest);
  const filters = and(
    equals('notice.id', input.id),
    contains(['notice.title'], input.keyword),
    equals('notice.automatic', input.automatic),
    holds(open, input.unread),
  );
  const selected = sql`${inboxOf(viewer.userId)} and ${filters}`;
  const rows = await db.rows(sql<MyNotice>`
    select ${inboxColumns} from ${selected} order by ${page.order} limit ${page.limit} offset ${page.offset}`);
  return { rows, count: await countOf(sql`select 1 from ${selected}`) };
}

interface ShortNotice extends Pick<MyNotice, 'id' | 'title' | 'typeName' | 'level' | 'publishedAt'> {
  /** Unread, or waits for 我已知晓. */
  open: boolean;
}

const written = sql`not notice.automatic`;

/**
 * Returns up to `max` notices from the viewer's inbox that users wrote, open ones first, and the number of open ones.
 */
export async function newestNotices(viewer: Viewer, max: number): Promise<{ unread: number; rows: ShortNotice[] }> {
  const [{ count }, rows] = await Promise.all([
    unread(db, viewer.userId, written),
    db.rows(sql<MyNotice & { open: boolean }>`
      select ${inboxColumns}, ${open} as open from ${inboxOf(viewer.userId)} and ${written}
      order by ${open} desc, notice.pinned desc, notice.published_at desc, notice.id desc limit ${max}`),
  ]);
  return {
    unread: count,
    rows: rows.map(({ id, title, typeName, level, publishedAt, open }) => ({
      id,
      title,
      typeName,
      level,
      publishedAt,
      open,
    })),
  };
}

/** Counts the viewer's notices that are unread or wait for 我已知晓. */
export async function getUnreadCount(viewer: Viewer): Promise<{ count: number }> {
  return unread(db, viewer.userId);
}

/**
 * Records the first reading and the first 我已知晓, each once; returns the remaining count. 404 for users not addressed.
 */
export async function readNotice(
  viewer: Viewer,
  input: InputOf<typeof noticeApi.readNotice>,
): Promise<{ count: number }> {
  return command(viewer, async ({ tx, emit }) => {
    const receipt = await tx.row(sql<{ read: boolean; confirmed: boolean }>`
      select r.read_at is not null as read, r.confirmed_at is not null as confirmed from ${inboxOf(viewer.userId)} and notice.id = ${input.id} for update of r`);
    if (!receipt) throw notFound('通知');
    const confirms = input.confirmed === true && !receipt.confirmed;
    if (!receipt.read || confirms) {
      await sql`
        update notice_receipt set read_at = coalesce(read_at, now()), confirmed_at = case when ${confirms} then now() else confirmed_at end
        where notice_id = ${input.id} and user_id = ${viewer.userId}`.execute(tx);
      emit(toSelf(viewer, input.id));
    }
    return unread(tx, viewer.userId);
  });
}

/** Returns the event that makes the user's other windows count again. */
function toSelf(viewer: Viewer, id: string) {
  return {
    topic: 'notice',
    kind: 'read',
    permission: 'own',
    departmentId: '0',
    projectId: '0',
    ownerId: viewer.userId,
    id,
  };
}

/** Marks as read all notices that need no 我已知晓; returns the remaining count. */
export async function readAllNotice(viewer: Viewer): Promise<{ count: number }> {
  return command(viewer, async ({ tx, emit }) => {
    const [first] = await tx.returning(sql<{ id: string }>`
      update notice_receipt set read_at = now() where user_id = ${viewer.userId} and read_at is null and notice_id in
        (select notice.id from ${inboxOf(viewer.userId)} and not notice.need_confirm) returning notice_id::text as id`);
    if (first) emit(toSelf(viewer, first.id));
    return unread(tx, viewer.userId);
  });
}

/** Returns which recipients have read a notice of the viewer's scope and which have not; 404 outside it. */
export async function getNoticeReceiptList(
  viewer: Viewer,
  input: InputOf<typeof noticeApi.getNoticeReceiptList>,
): Promise<Paged<OutputOf<typeof noticeApi.getNoticeReceiptList>>> {
  const seen = await db.rows(sql`select 1 from notice where notice.id = ${input.id} and ${visibleCondition(viewer)}`);
  if (seen.length === 0) throw notFound('通知');
  const order = { name: sql`u.name`, departmentName: sql`d.name`, readAt: sql`r.read_at` };
  const page = pageOf(input, order, sql`r.read_at desc nulls last, r.user_id`);
  const where = and(
    equals(sql`r.notice_id`, input.id),
    visibleUsers(viewer),
    contains([sql`u.name`], input.keyword),
    holds(sql`r.read_at is not null`, input.state && input.state === 'read'),
  );
  const from = sql`notice_receipt r join "user" u on u.id = r.user_id left join department d on d.id = u.department_id where ${where}`;
  type Row = OutputOf<typeof noticeApi.getNoticeReceiptList>;
  const rows = await db.rows(sql<Row>`
    select r.user_id::text as id, u.name, coalesce(d.name, '') as "departmentName", ${wire(sql`r.read_at`)} as "readAt",
      ${wire(sql`r.confirmed_at`)} as "confirmedAt", ${wire(sql`r.reminded_at`)} as "remindedAt"
    from ${from} order by ${page.order} limit ${page.limit} offset ${page.offset}`);
  return { rows, count: await countOf(sql`select 1 from ${from}`) };
}

/** Returns the live data of notices, without text: recipients fetch it. */
export async function liveNotices(ids: readonly string[]): Promise<NoticeNews[]> {
  return db.selectFrom('notice').select(['id', 'level', 'needConfirm']).where('id', '=', any(ids)).execute();
}
