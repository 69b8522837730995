import { sql } from 'kysely';
import { requireCode } from '#features/dictionary/server/service.ts';
import { validateRichText, validateUploads } from '#features/file/server/service.ts';
import { projectsAfter, usableProjects } from '#features/project/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { type NewsStatus, news, type newsApi, newsStatuses } from '../contract.ts';
import { columns, order, visibleCondition } from './rows.ts';

export type StoredNews = Stored<typeof news.fields, 'news'>;

/**
 * Returns the projects of an article: only those of the author's scope; all of these when none is named. Existing
 * projects (`former`) are not checked; those that the author may not name stay.
 */
async function projectsOf(
  tx: Db,
  viewer: Viewer,
  requested: readonly string[] | null,
  former: readonly string[] | null,
): Promise<string[] | null> {
  const usable = await usableProjects(viewer);
  const resulting = projectsAfter(usable, former, requested);
  if (resulting === null) return viewer.scope.projects === null ? null : [...viewer.scope.projects];
  const newIds = resulting.filter((id) => !former?.includes(id));
  const existing = await tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', any(newIds))
    .where('deletedAt', 'is', null)
    .execute();
  if (existing.length !== newIds.length || (usable !== null && !newIds.every((id) => usable.includes(id))))
    throw invalidField('projectIds', '项目不存在或不在你的范围');
  return resulting;
}

const idsOf = (id: string | null | undefined) => (id ? [id] : []);
const orNull = (text: string | null | undefined) => text?.trim() || null;

/** Throws when the article's state does not allow the action. */
export function requireStatus(row: StoredNews, from: readonly NewsStatus[], action: string): void {
  if (!from.includes(row.status)) throw new Problem(409, `「${newsStatuses[row.status]}」的资讯不能${action}`);
}

/** Stored articles; a changed text is a draft and needs a new approval. */
export const articles = crud(news, {
  readAccess: visibleCondition,
  computedColumns: columns,
  defaultOrder: order,
  nameableProjects: usableProjects,
  filterWhere: (_viewer, { id }) => (id ? sql`news.id = ${id}` : undefined),
  keywordWhere: (keyword) => sql`${keyword} = any(news.tags)`,
  async beforeChangeFull({ tx }, viewer, input, previous) {
    if (previous) requireStatus(previous, ['draft', 'offline'], '编辑，请先下线');
    const dirty = { html: input.content, former: previous?.pictureIds ?? [], subject: 'news', label: '正文' };
    const { removed, ...text } = await validateRichText(tx, viewer, dirty);
    const { publishAt = null, projectIds = null } = input;
    if (publishAt && Date.parse(publishAt) <= Date.now()) throw invalidField('publishAt', '发布时间须晚于现在', 'past');
    if (input.category !== previous?.category) await requireCode(tx, 'news_category', input.category, 'category');
    const cover = { ids: idsOf(input.coverId), former: idsOf(previous?.coverFileId), subject: 'news' };
    const [coverFileId = null] = await validateUploads(tx, viewer, { ...cover, field: 'coverId', label: '封面' });
    const values = {
      ...text,
      title: input.title.trim(),
      coverFileId,
      summary: orNull(input.summary),
      source: orNull(input.source),
      tags: [...new Set((input.tags ?? []).map((tag) => tag.trim()).filter((tag) => tag !== ''))],
      projectIds: await projectsOf(tx, viewer, projectIds, previous?.projectIds ?? null),
      editorId: viewer.userId,
      status: 'draft',
      ...(previous ? {} : { departmentId: viewer.departmentId }),
    };
    return { values, answer: { removed } };
  },
  beforeDelete(_ctx, _viewer, row) {
    requireStatus(row, ['draft', 'offline'], '删除，请先下线');
  },
});

/** Sets sort number, recommendation and pinning in the families' list. */
export async function updateNewsSort(
  viewer: Viewer,
  { id, ...values }: InputOf<typeof newsApi.updateNewsSort>,
): Promise<null> {
  return command(viewer, async ({ tx }) => {
    await articles.lock(tx, viewer, id);
    await articles.write(tx, id, values);
    return null;
  });
}
