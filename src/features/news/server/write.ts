import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { requireCode } from '#features/dictionary/server/service.ts';
import { checkUploads, writtenText } from '#features/file/server/service.ts';
import { projectsAfter, usableProjects } from '#features/project/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/sqlValues.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type NewsStatus, type newsApi, newsStatuses } from '../contract.ts';
import { inSight } from './rows.ts';
import { news } from './schema.ts';

export type StoredNews = typeof news.$inferSelect;
type Fields = InputOf<typeof newsApi.addNews>;
type Saved = OutputOf<typeof newsApi.addNews>;

/** An article in the viewer's scope, locked for a change; 404 otherwise. */
export async function lockNews(tx: Db, viewer: Viewer, id: string): Promise<StoredNews> {
  const seen = await tx.execute(sql`select 1 from news n where n.id = ${id} and ${inSight(viewer)}`);
  const [row] = seen.rows.length > 0 ? await tx.select().from(news).where(eq(news.id, id)).for('update') : [];
  if (!row) throw notFound('资讯');
  return row;
}

/**
 * The projects whose families read it: no more than the author's own, all of which are meant when none is named. Those
 * that it has already (`former`) are not asked about; what the author may not name of them stays.
 */
async function projectsOf(
  tx: Db,
  viewer: Viewer,
  asked: readonly string[] | null,
  former: readonly string[] | null,
): Promise<string[] | null> {
  const own = await usableProjects(viewer);
  const wanted = projectsAfter(own, former, asked);
  if (wanted === null) return viewer.scope.projects === null ? null : [...viewer.scope.projects];
  const fresh = wanted.filter((id) => !former?.includes(id));
  const found = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from project where id = any(${bigints(fresh)}) and deleted_at is null`,
  );
  if (found.rows[0]?.n !== fresh.length || (own !== null && !fresh.every((one) => own.includes(one))))
    throw invalidField('projectIds', '项目不存在或不在你的范围');
  return wanted;
}

const given = (id: string | null | undefined) => (id ? [id] : []);
const orNull = (text: string | null | undefined) => text?.trim() || null;

/** The row's values from a form, judged and cleaned, and what was taken out of the content. */
async function valuesOf(tx: Db, viewer: Viewer, input: Fields, old?: StoredNews) {
  const dirty = { html: input.content, former: old?.pictureIds ?? [], subject: 'news', noun: '正文' };
  const { removed, ...text } = await writtenText(tx, viewer, dirty);
  const publishAt = input.publishAt ?? null;
  if (publishAt && Date.parse(publishAt) <= Date.now()) throw invalidField('publishAt', '发布时间须晚于现在', 'past');
  if (input.category !== old?.category) await requireCode(tx, 'news_category', input.category, 'category');
  const cover = { ids: given(input.coverId), former: given(old?.coverFileId), subject: 'news' };
  const [coverFileId = null] = await checkUploads(tx, viewer, { ...cover, field: 'coverId', noun: '封面' });
  const values = {
    title: input.title.trim(),
    category: input.category,
    coverFileId,
    summary: orNull(input.summary),
    ...text,
    source: orNull(input.source),
    link: input.link ?? null,
    tags: [...new Set((input.tags ?? []).map((tag) => tag.trim()).filter((tag) => tag !== ''))],
    sort: input.sort ?? 0,
    recommended: input.recommended ?? false,
    publishAt,
    projectIds: await projectsOf(tx, viewer, input.projectIds ?? null, old?.projectIds ?? null),
    editorId: viewer.userId,
  };
  return { values, removed };
}

/** A draft from the form. */
export async function addNews(viewer: Viewer, input: Fields): Promise<Saved> {
  return command(viewer, async ({ tx }) => {
    const { values, removed } = await valuesOf(tx, viewer, input);
    const [row] = await tx
      .insert(news)
      .values({ ...values, departmentId: viewer.departmentId, createdBy: viewer.userId, updatedBy: viewer.userId })
      .returning({ id: news.id, version: news.version });
    if (!row) throw new Error('the article was not written');
    return { ...row, removed };
  });
}

/** Refuses what the article's state does not allow. */
export function refuse(row: StoredNews, from: readonly NewsStatus[], deed: string): void {
  if (!from.includes(row.status)) throw new Problem(409, `「${newsStatuses[row.status]}」的资讯不能${deed}`);
}

/** Writes columns of one article with version and author of the change. */
export async function update(
  tx: Db,
  viewer: Pick<Viewer, 'userId'>,
  id: string,
  values: Partial<typeof news.$inferInsert>,
): Promise<void> {
  await tx
    .update(news)
    .set({
      ...values,
      version: sql`${news.version} + 1` as never,
      updatedAt: sql`now()` as never,
      updatedBy: viewer.userId,
    })
    .where(eq(news.id, id));
}

/** Changes a draft or an article that is offline, which becomes a draft. 409 for a stale version or another state. */
export async function editNews(viewer: Viewer, input: InputOf<typeof newsApi.editNews>): Promise<Saved> {
  const { id, version, ...fields } = input;
  return command(viewer, async ({ tx }) => {
    const old = await lockNews(tx, viewer, id);
    if (old.version !== version) throw await stale(tx, 'news', id, version, old, await usableProjects(viewer));
    refuse(old, ['draft', 'offline'], '编辑，请先下线');
    const { values, removed } = await valuesOf(tx, viewer, fields, old);
    await update(tx, viewer, id, { ...values, status: 'draft' });
    return { id, version: version + 1, removed };
  });
}

/** Place in the families' list, whether it is recommended there, and whether it stands on top. */
export async function updateNewsSort(
  viewer: Viewer,
  { id, sort, recommended, pinned }: InputOf<typeof newsApi.updateNewsSort>,
): Promise<null> {
  return command(viewer, async ({ tx }) => {
    const old = await lockNews(tx, viewer, id);
    await update(tx, viewer, id, {
      sort: sort ?? old.sort,
      recommended: recommended ?? old.recommended,
      pinned: pinned ?? old.pinned,
    });
    return null;
  });
}

/** Deletes drafts and what is offline, all or none; the rows stay for the log. */
export async function deleteNews(viewer: Viewer, { ids }: { ids: string[] }): Promise<null> {
  return command(viewer, async ({ tx }) => {
    for (const id of [...ids].sort()) refuse(await lockNews(tx, viewer, id), ['draft', 'offline'], '删除，请先下线');
    await tx
      .update(news)
      .set({ deletedAt: sql`now()` as never, updatedBy: viewer.userId })
      .where(and(inArray(news.id, ids), isNull(news.deletedAt)));
    return null;
  });
}
