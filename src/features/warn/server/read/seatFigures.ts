import { type SqlBool, sql } from 'kysely';
import type { warnApi } from '#features/warn/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { midnightOf } from '#server/db/zone.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { visibleWarns } from '../access.ts';
import { counted } from '../conditions.ts';
import { atDesk } from './response.ts';

/** Limit so that an index finds the warns; it includes those of last evening that are still open after midnight. */
const lately = sql`now() - interval '50 hours'`;

/** Returns today's figures per user, for counted warns that the viewer may see. */
export async function getSeatFigures(viewer: Viewer): Promise<OutputOf<typeof warnApi.getSeatFigures>> {
  return visibleWarns(viewer)
    .innerJoin('warnStep', 'warnStep.warnId', 'warn.id')
    .select([
      sql<string>`warn_step.user_id`.as('userId'),
      sql<number>`count(distinct warn.id) filter (where warn_step.kind = 'claimed')::int`.as('taken'),
      sql<number>`count(*) filter (where warn_step.kind = 'call')::int`.as('calls'),
      sql<number>`count(*) filter (where warn_step.kind = 'false')::int`.as('falseCount'),
    ])
    .where('warnStep.userId', 'is not', null)
    .where('warnStep.kind', 'in', ['claimed', 'call', 'false'])
    .where(
      sql<SqlBool>`${counted} and ${atDesk(sql`warn_step.at`)} and warn.created_at > ${lately} and warn_step.at >= ${midnightOf('warn.projectId')}`,
    )
    .groupBy('warnStep.userId')
    .execute();
}
