import { sql } from 'kysely';
import { visibleProjectCondition } from '#features/project/server/service.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { ChannelKind } from '#shared/codes.ts';
import type { Config } from './config.ts';

/** Requires the project to be in the viewer's scope; else 404. */
export async function requireProject(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const rows = await tx.rows(sql`select 1 from project where id = ${id} and ${visibleProjectCondition(viewer)}`);
  if (rows.length === 0) throw notFound('项目');
}

/** Returns and locks a channel of a project in the viewer's scope; else 404. */
export async function lockChannel(tx: Db, viewer: Viewer, id: string) {
  const row = await tx
    .selectFrom('channel')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`project_id in (select id from project where ${visibleProjectCondition(viewer)})`)
    .forUpdate()
    .$narrowType<{ kind: ChannelKind; config: Config }>()
    .executeTakeFirst();
  if (!row) throw notFound('通知渠道');
  return row;
}
