import { sql } from 'kysely';
import { lastPosition } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { staleAfter } from '#shared/place/fix.ts';
import { reportingIntervals } from './reporting.ts';

type Position = NonNullable<Awaited<ReturnType<typeof lastPosition>>>;

/** As `lastPosition`, with whether it is older than its device should report (`staleAfter`). */
export async function currentPlace(
  tx: Db,
  of: Parameters<typeof lastPosition>[1],
): Promise<(Position & { stale: boolean }) | null> {
  const last = await lastPosition(tx, of);
  if (!last) return null;
  const interval = await tx.row(sql<{ seconds: number }>`
    select coalesce(i.seconds, m.interval_seconds) as seconds
    from equipment e join model m on m.id = e.model_id left join ${reportingIntervals} i on i.equipment_id = e.id
    where e.id = ${last.equipmentId}`);
  return { ...last, stale: Date.now() - Date.parse(last.at) > staleAfter(interval?.seconds ?? null) };
}
