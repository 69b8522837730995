import { type SQL, sql } from 'drizzle-orm';
import type { AppBearer } from '#features/app/server/service.ts';
import { db } from '#server/db.ts';
import { pageOf } from '#server/paging.ts';
import { notFound } from '#server/problem.ts';
import { likeText } from '#server/search.ts';
import type { Paged } from '#shared/envelope.ts';

/** What an application may ask for: the lists' own paging with a few filters. */
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
  publishedAt: string;
}

/** The condition that an article `n` is online and meant for the application's projects. */
function readable({ projectIds }: AppBearer): SQL {
  return sql`n.status = 'published' and n.deleted_at is null
    and (${projectIds === null} or n.project_ids is null or n.project_ids && ${`{${(projectIds ?? []).join(',')}}`}::bigint[])`;
}

const columns = sql`n.id::text, n.title, n.category,
  coalesce((select d.label from dictionary d where d.type = 'news_category' and d.value = n.category and d.deleted_at is null), n.category) as "categoryName",
  case when n.cover_file_id is not null then '/api/open/getNewsCover?id=' || n.id end as "coverUrl", n.summary, n.content, n.source, n.link, n.tags, n.recommended,
  to_char(n.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt"`;

/** What is online for the application: by place, then newest. */
export async function openNewsList(bearer: AppBearer, input: OpenQuery): Promise<Paged<OpenNews>> {
  const page = pageOf<never>({ page: input.page ?? 1, limit: input.limit ?? 10 }, {}, [
    sql`n.sort desc`,
    sql`n.published_at desc`,
    sql`n.id desc`,
  ]);
  const word = input.keyword?.trim();
  const where = sql.join(
    [
      readable(bearer),
      ...(word ? [sql`n.title ilike ${`%${likeText(word)}%`}`] : []),
      ...(input.category ? [sql`n.category = ${input.category}`] : []),
      ...(input.recommended === undefined ? [] : [sql`n.recommended = ${input.recommended}`]),
    ],
    sql` and `,
  );
  const rows = await db.execute<OpenNews & Record<string, unknown>>(sql`
    select ${columns} from news n where ${where} order by ${sql.join(page.order, sql`, `)} limit ${page.limit} offset ${page.offset}`);
  const total = await db.execute<{ n: number }>(sql`select count(*)::int as n from news n where ${where}`);
  return { rows: rows.rows, count: total.rows[0]?.n ?? 0 };
}

/** One article, opened by somebody: counted. 404 when it is not online for the application. */
export async function openNews(bearer: AppBearer, id: string): Promise<OpenNews> {
  const found = await db.execute<OpenNews & Record<string, unknown>>(
    sql`select ${columns} from news n where n.id = ${id} and ${readable(bearer)}`,
  );
  const [row] = found.rows;
  if (!row) throw notFound('资讯');
  await db.execute(sql`
    insert into news_view (news_id, count) values (${id}, 1) on conflict (news_id) do update set count = news_view.count + 1`);
  return row;
}

/** Hash, type and bytes of an article's cover. 404 when it is not online for the application. */
export async function openCover(bearer: AppBearer, id: string): Promise<{ hash: string; type: string; size: number }> {
  const found = await db.execute<{ hash: string; type: string; size: number }>(sql`
    select f.hash, f.type, f.size::int as size from news n join file f on f.id = n.cover_file_id and f.deleted_at is null
    where n.id = ${id} and ${readable(bearer)}`);
  const [row] = found.rows;
  if (!row) throw notFound('封面');
  return row;
}
