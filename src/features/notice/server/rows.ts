import { type SQL, sql } from 'drizzle-orm';
import { visibleUsers } from '#features/user/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints, texts, wireInstant as wire } from '#server/db/sqlValues.ts';
import { pageOf } from '#server/feature/paging.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { NoticeRow, noticeApi } from '../contract.ts';

/**
 * The condition that a notice `n` may be managed by the viewer: from a department in scope, or their own. With projects of
 * their own it is what people of these projects have written; those who have all write for the whole platform.
 */
export function inSight({ scope, userId }: Viewer): SQL {
  const departments = sql`(${scope.departments === null} or n.department_id = any(${bigints(scope.departments ?? [])}))`;
  const projects = scope.projects
    ? sql`exists (select 1 from "user" a where a.id = n.created_by and a.project_ids && ${bigints(scope.projects)})`
    : sql`true`;
  return sql`n.deleted_at is null
    and (n.created_by = ${userId} or (${departments} and ${projects}))`;
}

const files = sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size) order by array_position(n.file_ids, f.id))
  from file f where f.id = any(n.file_ids) and f.deleted_at is null), '[]')`;

const typeName = sql`coalesce((select d.label from dictionary d where d.type = 'notice_type' and d.value = n.type and d.deleted_at is null), n.type)`;
/** A scheduled notice that nobody has been told of is called by its author. */
const publisherName = sql`(select p.name from "user" p where p.id = n.publisher_id)`;

const audienceNames = sql`coalesce((select jsonb_agg(x.name order by array_position(n.audience_ids, x.id)) from (
    select id, name from department where n.audience_kind = 'department' and id = any(n.audience_ids[1:20])
    union all select id, name from role where n.audience_kind = 'role' and id = any(n.audience_ids[1:20])
    union all select id, name from "user" where n.audience_kind = 'user' and id = any(n.audience_ids[1:20])) x), '[]')`;

const columns = sql`n.id::text, n.title, n.type, ${typeName} as "typeName", n.level, n.content, ${files} as files,
  jsonb_build_object('kind', n.audience_kind, 'ids', (select coalesce(jsonb_agg(i::text), '[]') from unnest(n.audience_ids) i), 'names', ${audienceNames}) as audience,
  n.status, n.pinned, n.need_confirm as "needConfirm", n.public, coalesce(r.read, 0) as "readCount", coalesce(r.confirmed, 0) as "confirmCount",
  coalesce(r.total, 0) as "audienceCount", coalesce((select a.name from "user" a where a.id = n.created_by), '系统') as "authorName",
  ${publisherName} as "publisherName", ${wire(sql`n.publish_at`)} as "publishAt", ${wire(sql`n.published_at`)} as "publishedAt",
  ${wire(sql`n.expire_at`)} as "expireAt", n.withdraw_reason as "withdrawReason", ${wire(sql`n.created_at`)} as "createdAt", n.version`;

/** How many of the receivers whom the viewer may see have read it: those whom the list of receipts names. */
function counts(viewer: Viewer): SQL {
  return sql`left join lateral (select count(*)::int as total, count(s.read_at)::int as read, count(s.confirmed_at)::int as confirmed
    from notice_receipt s join "user" u on u.id = s.user_id where s.notice_id = n.id and ${visibleUsers(viewer)}) r on true`;
}

const order = {
  title: sql`n.title`,
  publishedAt: sql`n.published_at`,
  expireAt: sql`n.expire_at`,
  createdAt: sql`n.created_at`,
};

function filtersOf(input: InputOf<typeof noticeApi.getNoticeList>): SQL[] {
  const { id, keyword, type, level, status, audienceKind, publishedFrom, publishedTo } = input;
  const word = keyword?.trim();
  return [
    ...(id ? [sql`n.id = ${id}`] : []),
    ...(word ? [sql`n.title ilike ${`%${likeText(word)}%`}`] : []),
    ...(type?.length ? [sql`n.type = any(${texts(type)})`] : []),
    ...(level?.length ? [sql`n.level = any(${texts(level)})`] : []),
    ...(status?.length ? [sql`n.status = any(${texts(status)})`] : []),
    ...(audienceKind ? [sql`n.audience_kind = ${audienceKind}`] : []),
    ...(publishedFrom ? [sql`n.published_at >= ${publishedFrom}`] : []),
    ...(publishedTo ? [sql`n.published_at <= ${publishedTo}`] : []),
  ];
}

/** Notices of the viewer's scope, pinned ones first unless they are over, then newest. */
export async function getNoticeList(
  viewer: Viewer,
  input: InputOf<typeof noticeApi.getNoticeList>,
): Promise<Paged<NoticeRow>> {
  const page = pageOf(input, order, [
    sql`(n.pinned and n.status not in ('withdrawn', 'expired')) desc`,
    sql`n.id desc`,
  ]);
  const where = sql.join([inSight(viewer), ...filtersOf(input)], sql` and `);
  const inOrder = sql.join(page.order, sql`, `);
  // Receipts are counted for the rows of the page alone.
  const rows = await db.execute<NoticeRow & Record<string, unknown>>(sql`
    select ${columns} from (select n.* from notice n where ${where} order by ${inOrder} limit ${page.limit} offset ${page.offset}) n
    ${counts(viewer)} order by ${inOrder}`);
  const total = await db.execute<{ n: number }>(sql`select count(*)::int as n from notice n where ${where}`);
  return { rows: rows.rows, count: total.rows[0]?.n ?? 0 };
}

/** How an inbox names a notice and its files. */
export const inboxColumns = sql`n.id::text, n.title, ${typeName} as "typeName", n.level, n.content, ${files} as files, n.pinned,
  n.need_confirm as "needConfirm", coalesce(${publisherName}, '系统') as "publisherName", ${wire(sql`n.published_at`)} as "publishedAt",
  ${wire(sql`n.expire_at`)} as "expireAt", ${wire(sql`r.read_at`)} as "readAt", ${wire(sql`r.confirmed_at`)} as "confirmedAt"`;
