import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { bigints, wireInstant as wire } from '#server/db/values.ts';

/**
 * Condition that the viewer may manage a `notice` row: written in a department in scope, or by the viewer. Viewers
 * limited to projects see notices by users of these projects.
 */
export function visibleCondition({ scope, userId }: Viewer): RawBuilder<unknown> {
  const departments = sql`(${scope.departments === null} or notice.department_id = any(${bigints(scope.departments ?? [])}))`;
  const projects = scope.projects
    ? sql`exists (select 1 from "user" a where a.id = notice.created_by and a.project_ids && ${bigints(scope.projects)})`
    : sql`true`;
  return sql`notice.deleted_at is null and not notice.automatic and (notice.created_by = ${userId} or (${departments} and ${projects}))`;
}

const files = sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size) order by array_position(notice.file_ids, f.id))
  from file f where f.id = any(notice.file_ids) and f.deleted_at is null), '[]')`;

const typeName = sql`coalesce((select d.label from dictionary d where d.type = 'notice_type' and d.value = notice.type and d.deleted_at is null), notice.type)`;
/** Name of the publisher; null for a draft, and for notices of the product itself. */
const publisherName = sql`(select p.name from "user" p where p.id = notice.publisher_id)`;

const audienceNames = sql`coalesce((select jsonb_agg(x.name order by array_position(notice.audience_ids, x.id)) from (
    select id, name from department where notice.audience_kind = 'department' and id = any(notice.audience_ids[1:20])
    union all select id, name from role where notice.audience_kind = 'role' and id = any(notice.audience_ids[1:20])
    union all select id, name from "user" where notice.audience_kind = 'user' and id = any(notice.audience_ids[1:20])) x), '[]')`;

/** Computed columns of a notice; counts of readers include only users visible to the viewer. */
export function columns(viewer: Viewer) {
  const readers = (what: RawBuilder<unknown>) => sql`(select count(${what})::int from notice_receipt s
    join "user" u on u.id = s.user_id where s.notice_id = notice.id and ${visibleUsers(viewer)})`;
  return {
    typeName,
    files,
    audience: sql`jsonb_build_object('kind', notice.audience_kind, 'names', ${audienceNames},
      'ids', (select coalesce(jsonb_agg(i::text), '[]') from unnest(notice.audience_ids) i))`,
    readCount: readers(sql`s.read_at`),
    confirmCount: readers(sql`s.confirmed_at`),
    audienceCount: readers(sql`*`),
    authorName: sql`coalesce((select a.name from "user" a where a.id = notice.created_by), '系统')`,
    publisherName,
  };
}

/** Order: pinned first unless withdrawn or expired, then newest. */
export const order = sql`(notice.pinned and notice.status not in ('withdrawn', 'expired')) desc, notice.id desc`;

/** Columns of a notice and its files in an inbox, of a receipt `r`. */
export const inboxColumns = sql`notice.id::text, notice.title, ${typeName} as "typeName", notice.level, notice.content, ${files} as files,
  notice.pinned, notice.need_confirm as "needConfirm", coalesce(${publisherName}, '系统') as "publisherName",
  ${wire(sql`notice.published_at`)} as "publishedAt", ${wire(sql`notice.expire_at`)} as "expireAt",
  ${wire(sql`r.read_at`)} as "readAt", ${wire(sql`r.confirmed_at`)} as "confirmedAt"`;
