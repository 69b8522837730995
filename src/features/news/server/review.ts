import { sql } from 'kysely';
import { invalidField, Problem } from '#server/core/problem.ts';
import { newTrace } from '#server/core/trace.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { NewsStatus, newsApi } from '../contract.ts';
import { articles, requireStatus, type StoredNews } from './write.ts';

type Moved = OutputOf<typeof newsApi.submitNews>;

async function move(
  viewer: Viewer,
  id: string,
  step: (row: StoredNews) => { status: NewsStatus } & Readonly<Record<string, unknown>>,
): Promise<Moved> {
  return command(viewer, async ({ tx }) => {
    const values = step(await articles.lock(tx, viewer, id));
    return { id, status: values.status, version: await articles.write(tx, id, values) };
  });
}

/** Submits a draft for approval; a cover is required. */
export function submitNews(viewer: Viewer, { id }: { id: string }): Promise<Moved> {
  return move(viewer, id, (row) => {
    requireStatus(row, ['draft'], '提交审核');
    if (!row.coverFileId) throw invalidField('coverId', '请上传封面', 'required');
    return { status: 'pending', submittedAt: now, rejectReason: null };
  });
}

/** Recalls a submitted article; only for its author or last editor. */
export function recallNews(viewer: Viewer, { id }: { id: string }): Promise<Moved> {
  return move(viewer, id, (row) => {
    requireStatus(row, ['pending'], '取回');
    if (!isOwn(viewer, row)) throw new Problem(409, '只有作者能取回，审核人请退回');
    return { status: 'draft' };
  });
}

function isOwn(viewer: Viewer, row: StoredNews): boolean {
  return [row.createdBy, row.editorId].includes(viewer.userId);
}

/** Throws when the viewer is the author or last editor of the text: four-eyes principle. */
function notOwn(viewer: Viewer, row: StoredNews): void {
  if (isOwn(viewer, row)) throw new Problem(409, '不能审核自己写的资讯，请由他人审核');
}

/** Returns whether the publish time is in the future. */
function ahead({ publishAt }: StoredNews): boolean {
  return publishAt !== null && Date.parse(publishAt) > Date.now();
}

/** Approves: online at once, or at its future publish time. 409 for the viewer's own article. */
export function approveNews(viewer: Viewer, { id }: { id: string }): Promise<Moved> {
  return move(viewer, id, (row) => {
    requireStatus(row, ['pending'], '审核');
    notOwn(viewer, row);
    const reviewed = { reviewerId: viewer.userId, reviewedAt: now, rejectReason: null };
    return ahead(row) ? { ...reviewed, status: 'waiting' } : { ...reviewed, status: 'published', publishedAt: now };
  });
}

/** Rejects with a reason; the article returns to its author. 409 for the viewer's own article. */
export function rejectNews(viewer: Viewer, { id, reason }: InputOf<typeof newsApi.rejectNews>): Promise<Moved> {
  return move(viewer, id, (row) => {
    requireStatus(row, ['pending'], '退回');
    notOwn(viewer, row);
    return { status: 'draft', reviewerId: viewer.userId, reviewedAt: now, rejectReason: reason.trim() };
  });
}

/** Sets an article online or offline; it needs no new approval, because editing would make it a draft. */
export function updateNewsStatus(viewer: Viewer, input: InputOf<typeof newsApi.updateNewsStatus>): Promise<Moved> {
  return move(viewer, input.id, (row) => {
    if (input.status === 'disabled') {
      requireStatus(row, ['published', 'waiting'], '下线');
      return { status: 'offline' };
    }
    requireStatus(row, ['offline'], '上线');
    return ahead(row) ? { status: 'waiting' } : { status: 'published', publishedAt: now };
  });
}

/** Publishes due articles, each once by the first node; returns their number. */
export async function publishDue(): Promise<number> {
  return command(system(newTrace()), async ({ tx }) => {
    const due = await tx.returning(sql`
      update news set status = 'published', published_at = now(), version = version + 1, updated_at = now()
      where id in (select id from news where status = 'waiting' and publish_at <= now() and deleted_at is null
        order by publish_at limit 50 for update skip locked) returning id`);
    return due.length;
  });
}
