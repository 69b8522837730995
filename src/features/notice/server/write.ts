import { sql } from 'kysely';
import { requireCode } from '#features/dictionary/server/service.ts';
import { validateAttachments, validateRichText } from '#features/file/server/service.ts';
import { isPlatformWide, requirePlatformWide } from '#server/auth/holders.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { and } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { FullInput } from '#shared/resourceField.ts';
import { notice } from '../contract.ts';
import { validateAudience } from './audience.ts';
import { columns, order, visibleCondition } from './rows.ts';

type Fields = typeof notice.fields;
export type StoredNotice = Stored<Fields, 'notice'>;

/** Validates times: publication in the future, expiry after publication. */
export function validateTimes(publishAt: string | null, expireAt: string | null, now = Date.now()): void {
  if (publishAt && Date.parse(publishAt) <= now) throw invalidField('publishAt', '发布时间须晚于现在', 'past');
  if (!expireAt) return;
  if (Date.parse(expireAt) <= now) throw invalidField('expireAt', '失效时间须晚于现在', 'past');
  if (publishAt && Date.parse(expireAt) <= Date.parse(publishAt))
    throw invalidField('expireAt', '失效时间须晚于发布时间', 'order');
}

/**
 * Returns the validated `public` flag: only a viewer without a scope limit may publish a notice to all on the public
 * page.
 */
async function isPublic(tx: Db, viewer: Viewer, input: FullInput<Fields>): Promise<boolean> {
  if (!input.public) return false;
  if (!(await isPlatformWide(tx, viewer))) throw invalidField('public', '只有数据范围不限部门和项目的人可以公开通知');
  if (input.audience.kind !== 'all') throw invalidField('public', '只有发给全部的通知可以公开');
  return true;
}

/** Stored notices: drafts from the form, not sent to any user yet. */
export const notices = crud(notice, {
  readAccess: visibleCondition,
  computedColumns: columns,
  defaultOrder: order,
  filterWhere: (_viewer, { id, audienceKind }) =>
    and(
      id ? sql`notice.id = ${id}` : undefined,
      audienceKind ? sql`notice.audience_kind = ${audienceKind}` : undefined,
    ),
  async beforeChangeFull({ tx }, viewer, input, previous) {
    if (previous && previous.status !== 'draft') throw new Problem(409, '只有草稿可以编辑，请复制后再改');
    const dirty = { html: input.content, former: previous?.pictureIds ?? [], subject: 'notice', label: '内容' };
    const { removed, ...text } = await validateRichText(tx, viewer, dirty);
    validateTimes(input.publishAt ?? null, input.expireAt ?? null);
    if (input.type !== previous?.type) await requireCode(tx, 'notice_type', input.type, 'type');
    const values = {
      ...text,
      title: input.title.trim(),
      fileIds: await validateAttachments(tx, viewer, input.fileIds ?? [], previous?.fileIds ?? [], 'notice'),
      audienceKind: input.audience.kind,
      audienceIds: await validateAudience(tx, viewer, input.audience),
      public: await isPublic(tx, viewer, input),
      needConfirm: (input.needConfirm ?? false) || input.level === 'urgent',
      ...(previous ? {} : { departmentId: viewer.departmentId }),
    };
    return { values, answer: { removed } };
  },
  beforeDelete(_ctx, _viewer, { status, title }) {
    if (status !== 'draft') throw new Problem(409, `「${title}」不是草稿，不能删除；已发布的可以撤回`);
  },
});

/**
 * Locks a notice in scope for a change of its visibility; 403 for a public one unless the viewer's scope has no limit.
 */
export async function lockShown(tx: Db, viewer: Viewer, id: string): Promise<StoredNotice> {
  const row = await notices.lock(tx, viewer, id);
  if (row.public) await requirePlatformWide(tx, viewer, '公开的通知');
  return row;
}

/** Adds a draft with the text, files and audience of another notice, without its times. 404 outside the scope. */
export async function copyNotice(viewer: Viewer, { id }: { id: string }): Promise<{ id: string }> {
  return command(viewer, async ({ tx }) => {
    const { title, type, level, content, pictureIds, fileIds, audienceKind, audienceIds, needConfirm } =
      await notices.lock(tx, viewer, id);
    const values = { title, type, level, content, pictureIds, fileIds, audienceKind, audienceIds, needConfirm };
    return { id: await notices.insert(tx, viewer, { ...values, departmentId: viewer.departmentId }) };
  });
}

/** Pins a notice on top of every list, or unpins it. */
export async function updateNoticePinned(viewer: Viewer, input: { id: string; pinned: boolean }): Promise<null> {
  return command(viewer, async ({ tx }) => {
    const old = await lockShown(tx, viewer, input.id);
    if (old.pinned !== input.pinned) await notices.write(tx, input.id, { pinned: input.pinned });
    return null;
  });
}
