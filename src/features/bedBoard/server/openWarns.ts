import { type SqlBool, sql } from 'kysely';
import type { bedBoardApi } from '#features/bedBoard/contract.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any, or } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type OpenWarn = NonNullable<OutputOf<typeof bedBoardApi.getBedBoard>[number]['warn']>;

/** Returns the most urgent open warn of each of these people, as far as the viewer may list it; no tests, no device work. */
export async function openWarnsOf(viewer: Viewer, ids: readonly string[]): Promise<Map<string, OpenWarn>> {
  const desk = hasPermission(viewer, 'warn:list') ? sql<SqlBool>`warn.family = 'sos'` : undefined;
  const health = hasPermission(viewer, 'earlyWarning:list') ? sql<SqlBool>`warn.type = 'health'` : undefined;
  if (!desk && !health) return new Map();
  const rows = await db
    .selectFrom(scoped(viewer, 'warn'))
    .where('warn.customerId', '=', any(ids))
    .where('warn.status', 'in', ['pending', 'handling'])
    .where('warn.test', '=', false)
    .where(or(desk, health))
    .distinctOn('warn.customerId')
    .select(['warn.customerId', 'warn.id', 'warn.type', 'warn.family', 'warn.level', 'warn.receivedAt as since'])
    .select(sql<boolean>`warn.status = 'pending'`.as('pending'))
    .select(
      sql<string | null>`case when warn.type = 'health' then (select s.note from warn_step s
        where s.warn_id = warn.id and s.kind in ('created', 'repeated') order by s.at desc, s.id desc limit 1) end`.as(
        'note',
      ),
    )
    .orderBy('warn.customerId')
    .orderBy('warn.level')
    .orderBy('warn.receivedAt')
    .execute();
  return new Map(rows.map(({ customerId, ...warn }) => [customerId ?? '', warn as OpenWarn]));
}
