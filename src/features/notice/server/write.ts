import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { requireCode } from '#features/dictionary/server/service.ts';
import { checkAttachments, writtenText } from '#features/file/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { type Change, command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { noticeApi } from '../contract.ts';
import { checkAudience } from './audience.ts';
import { inSight } from './rows.ts';
import { notice } from './schema.ts';

export type StoredNotice = typeof notice.$inferSelect;
type Fields = InputOf<typeof noticeApi.addNotice>;
type Saved = OutputOf<typeof noticeApi.addNotice>;

/** A notice in the viewer's scope, locked for a change; 404 otherwise. */
export async function lockNotice(tx: Db, viewer: Viewer, id: string): Promise<StoredNotice> {
  const seen = await tx.execute(sql`select 1 from notice n where n.id = ${id} and ${inSight(viewer)}`);
  const [row] = seen.rows.length > 0 ? await tx.select().from(notice).where(eq(notice.id, id)).for('update') : [];
  if (!row) throw notFound('通知');
  return row;
}

/** Refuses times that cannot be: published before now, gone before it is published. */
export function checkTimes(publishAt: string | null, expireAt: string | null, now = Date.now()): void {
  if (publishAt && Date.parse(publishAt) <= now) throw invalidField('publishAt', '发布时间须晚于现在', 'past');
  if (!expireAt) return;
  if (Date.parse(expireAt) <= now) throw invalidField('expireAt', '失效时间须晚于现在', 'past');
  if (publishAt && Date.parse(expireAt) <= Date.parse(publishAt))
    throw invalidField('expireAt', '失效时间须晚于发布时间', 'order');
}

/** Only what is for everybody, by somebody who has all projects, may stand on the public page. */
function isPublic(viewer: Viewer, input: Fields): boolean {
  if (!input.public) return false;
  if (viewer.scope.projects !== null) throw invalidField('public', '只有管理全部项目的人可以公开通知');
  if (input.audience.kind !== 'all') throw invalidField('public', '只有发给全部的通知可以公开');
  return true;
}

/** The row's values from a form, judged and cleaned, and what was taken out of the content. */
async function valuesOf(tx: Db, viewer: Viewer, input: Fields, old?: StoredNotice) {
  const dirty = { html: input.content, former: old?.pictureIds ?? [], subject: 'notice', noun: '内容' };
  const { removed, ...text } = await writtenText(tx, viewer, dirty);
  const publishAt = input.publishAt ?? null;
  const expireAt = input.expireAt ?? null;
  checkTimes(publishAt, expireAt);
  if (input.type !== old?.type) await requireCode(tx, 'notice_type', input.type, 'type');
  const values = {
    title: input.title.trim(),
    type: input.type,
    level: input.level ?? ('normal' as const),
    ...text,
    fileIds: await checkAttachments(tx, viewer, input.fileIds ?? [], old?.fileIds ?? [], 'notice'),
    audienceKind: input.audience.kind,
    audienceIds: await checkAudience(tx, viewer, input.audience),
    publishAt,
    expireAt,
    pinned: input.pinned ?? false,
    public: isPublic(viewer, input),
    needConfirm: (input.needConfirm ?? false) || input.level === 'urgent',
  };
  return { values, removed };
}

/** A draft from the form; nobody is told of it yet. */
export async function addNotice(viewer: Viewer, input: Fields): Promise<Saved> {
  return command(viewer, async ({ tx }) => {
    const { values, removed } = await valuesOf(tx, viewer, input);
    return { ...(await insert(tx, viewer, values)), removed };
  });
}

async function insert(
  tx: Db,
  viewer: Viewer,
  values: Omit<typeof notice.$inferInsert, 'departmentId'>,
): Promise<{ id: string; version: number }> {
  const [row] = await tx
    .insert(notice)
    .values({ ...values, departmentId: viewer.departmentId, createdBy: viewer.userId, updatedBy: viewer.userId })
    .returning({ id: notice.id, version: notice.version });
  if (!row) throw new Error('the notice was not written');
  return row;
}

/** Changes a draft. 409 for a stale version and for what is no draft any more. */
export async function editNotice(viewer: Viewer, input: InputOf<typeof noticeApi.editNotice>): Promise<Saved> {
  const { id, version, ...fields } = input;
  return command(viewer, async ({ tx }) => {
    const old = await lockNotice(tx, viewer, id);
    if (old.version !== version) throw await stale(tx, 'notice', id, version, old);
    if (old.status !== 'draft') throw new Problem(409, '只有草稿可以编辑，请复制后再改');
    const { values, removed } = await valuesOf(tx, viewer, fields, old);
    await update(tx, viewer, id, values);
    return { id, version: version + 1, removed };
  });
}

/** Writes columns of one notice with version and author of the change. */
export async function update(
  tx: Db,
  viewer: Pick<Viewer, 'userId'>,
  id: string,
  values: Partial<typeof notice.$inferInsert>,
): Promise<void> {
  await tx
    .update(notice)
    .set({
      ...values,
      version: sql`${notice.version} + 1` as never,
      updatedAt: sql`now()` as never,
      updatedBy: viewer.userId,
    })
    .where(eq(notice.id, id));
}

/** A new draft with the text, files and audience of another notice; times stay behind. 404 outside the scope. */
export async function copyNotice(viewer: Viewer, { id }: { id: string }): Promise<{ id: string }> {
  return command(viewer, async ({ tx }) => {
    const { title, type, level, content, pictureIds, fileIds, audienceKind, audienceIds, needConfirm } =
      await lockNotice(tx, viewer, id);
    const values = { title, type, level, content, pictureIds, fileIds, audienceKind, audienceIds, needConfirm };
    return { id: (await insert(tx, viewer, values)).id };
  });
}

/** Puts a notice on top of every list, or back. */
export async function updateNoticePinned(viewer: Viewer, input: { id: string; pinned: boolean }): Promise<null> {
  return command(viewer, async ({ tx }) => {
    const old = await lockNotice(tx, viewer, input.id);
    if (old.pinned !== input.pinned) await update(tx, viewer, input.id, { pinned: input.pinned });
    return null;
  });
}

async function lockAll({ tx }: Change, viewer: Viewer, ids: string[]): Promise<StoredNotice[]> {
  const rows: StoredNotice[] = [];
  for (const id of [...ids].sort()) rows.push(await lockNotice(tx, viewer, id));
  return rows;
}

/** Deletes drafts, all or none: what somebody has been told stays. */
export async function deleteNotice(viewer: Viewer, { ids }: { ids: string[] }): Promise<null> {
  return command(viewer, async (change) => {
    const told = (await lockAll(change, viewer, ids)).find(({ status }) => status !== 'draft');
    if (told) throw new Problem(409, `「${told.title}」不是草稿，不能删除；已发布的可以撤回`);
    await change.tx
      .update(notice)
      .set({ deletedAt: sql`now()` as never, updatedBy: viewer.userId })
      .where(and(inArray(notice.id, ids), isNull(notice.deletedAt)));
    return null;
  });
}
