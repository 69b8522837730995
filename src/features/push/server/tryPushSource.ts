import { sql } from 'kysely';
import type { PushMapping } from '#devices/json/push.ts';
import type { pushApi } from '#features/push/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { bodyColumns, type StoredBody, shownBody } from './body.ts';
import { readBy } from './frameReader.ts';
import { pushScope } from './log.ts';
import { validateMapping } from './mapping.ts';

type Api = typeof pushApi;

async function bodyOf(viewer: Viewer, { body, logId }: InputOf<Api['tryPushSource']>): Promise<string> {
  if (body !== undefined) return body;
  if (!logId) throw invalidField('body', '请粘贴内容，或选一条保留了原文的推送');
  const row = await db.row(sql<StoredBody>`
    select ${bodyColumns} from push_log l where l.id = ${logId} and ${pushScope(viewer)}`);
  const shown = row && shownBody(viewer, row);
  if (shown?.covered) throw new Problem(403, '原文里可能有健康数据和位置，你没有查看它们的权限');
  if (!shown?.body) throw notFound('这条推送的原文');
  return shown.body;
}

/** Decodes a body by the given mapping, or by the source's; stores nothing. */
export async function tryPushSource(
  viewer: Viewer,
  input: InputOf<Api['tryPushSource']>,
): Promise<OutputOf<Api['tryPushSource']>> {
  const body = await bodyOf(viewer, input);
  const all = db.selectFrom('pushSource').select('mapping').where('deletedAt', 'is', null);
  const source = await all.where('source', '=', input.source).executeTakeFirst();
  const mapping = validateMapping(input.mapping) ?? (source?.mapping as PushMapping | undefined);
  if (!mapping) throw invalidField('source', '没有这个来源');
  try {
    const { messages, errors } = readBy(mapping)(Buffer.from(body), '');
    return { body, messages: messages.map(({ levels: _levels, ...message }) => ({ ...message })), errors };
  } catch (error) {
    return { body, messages: [], errors: [`映射不能用于这个内容：${error instanceof Error ? error.message : ''}`] };
  }
}

/** Returns the earlier mappings of a source, newest first. */
export async function getPushVersionList(
  _viewer: Viewer,
  { source }: InputOf<Api['getPushVersionList']>,
): Promise<OutputOf<Api['getPushVersionList']>> {
  return db.rows(sql<OutputOf<Api['getPushVersionList']>[number]>`
    select v.version, v.at, u.name as "userName", v.mapping from push_source_version v
    join push_source s on s.id = v.source_id and s.deleted_at is null left join "user" u on u.id = v.created_by
    where s.source = ${source} order by v.version desc limit 100`);
}
