import { type RawBuilder, sql } from 'kysely';
import type { AppBearer } from '#features/app/server/service.ts';
import { notFound } from '#server/core/problem.ts';
import { db } from '#server/db/db.ts';
import { contains, equals } from '#server/db/filter.ts';
import { countOf, limitsOf } from '#server/db/paging.ts';
import { and, bigints, wireInstant } from '#server/db/values.ts';
import type { Paged } from '#shared/envelope.ts';

/** Query of an app: the usual paging with a few filters. */
export interface OpenQuery {
  page?: number;
  limit?: number;
  keyword?: string;
  category?: string;
  recommended?: boolean;
}

/** An article as families read it. */
export interface OpenNews {
  id: string;
  title: string;
  category: string;
  categoryName: string;
  coverUrl: string | null;
  summary: string | null;
  content: string;
  source: string | null;
  link: string | null;
  tags: string[];
  recommended: boolean;
  pinned: boolean;
  publishedAt: string;
}

/** Condition that an article `n` is online and published to the app's projects. */
function readable({ projectIds }: AppBearer): RawBuilder<unknown> {
  return sql`n.status = 'published' and n.deleted_at is null
    and (${projectIds === null} or n.project_ids is null or n.project_ids && ${bigints(projectIds ?? [])})`;
}

/** Content with picture URLs that the app may open. */
const content = sql`regexp_replace(n.content, '(<img src=")/api/file/getFile\\?id=', '\\1/api/open/getNewsPicture?id=', 'g')`;

const columns = sql`n.id::text, n.title, n.category,
  coalesce((select d.label from dictionary d where d.type = 'news_category' and d.value = n.category and d.deleted_at is null), n.category) as "categoryName",
  case when n.cover_file_id is not null then '/api/open/getNewsCover?id=' || n.id end as "coverUrl", n.summary, ${content} as content, n.source, n.link,
  n.tags, n.recommended, n.pinned,
  ${wireInstant(sql`n.published_at`)} as "publishedAt"`;

const newest = sql`n.pinned desc, n.sort desc, n.published_at desc, n.id desc`;

/** Returns the articles that are online for the app: pinned first, then by sort number, then newest. */
export async function listOpenNews(bearer: AppBearer, input: OpenQuery): Promise<Paged<OpenNews>> {
  const { limit, offset } = limitsOf(input);
  const where = and(
    readable(bearer),
    contains([sql`n.title`], input.keyword),
    equals(sql`n.category`, input.category),
    equals(sql`n.recommended`, input.recommended),
  );
  const rows = await db.rows(sql<OpenNews>`
    select ${columns} from news n where ${where} order by ${newest} limit ${limit} offset ${offset}`);
  return { rows, count: await countOf(sql`select 1 from news n where ${where}`) };
}

/** Returns one article and counts the view. 404 when it is not online for the app. */
export async function readOpenNews(bearer: AppBearer, id: string): Promise<OpenNews> {
  const row = await db.row(sql<OpenNews>`select ${columns} from news n where n.id = ${id} and ${readable(bearer)}`);
  if (!row) throw notFound('资讯');
  await sql`
    insert into news_view (news_id, count) values (${id}, 1) on conflict (news_id) do update set count = news_view.count + 1`.execute(
    db,
  );
  return row;
}

/** Data of a stored picture to send. */
export interface Picture {
  hash: string;
  type: string;
  /** Bytes. */
  size: number;
}

async function readPictureWhere(condition: RawBuilder<unknown>, noun: string): Promise<Picture> {
  const row = await db.row(sql<Picture>`
    select f.hash, f.type, f.size::int as size from news n join file f on ${condition} and f.deleted_at is null limit 1`);
  if (!row) throw notFound(noun);
  return row;
}

/** Returns an article's cover. 404 when the article is not online for the app. */
export function readOpenCover(bearer: AppBearer, id: string): Promise<Picture> {
  return readPictureWhere(sql`f.id = n.cover_file_id and n.id = ${id} and ${readable(bearer)}`, '封面');
}

/** Returns a picture in the text of an article, by file id. 404 when no such article is online for the app. */
export function readOpenPicture(bearer: AppBearer, fileId: string): Promise<Picture> {
  const named = sql`f.id = ${fileId} and n.picture_ids @> ${bigints([fileId])}`;
  return readPictureWhere(sql`${named} and ${readable(bearer)}`, '图片');
}
