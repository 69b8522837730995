import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { WarnType } from '#shared/codes.ts';

/** Open warn about a device; its cause may be over. */
export interface OpenMaintenanceWarn {
  id: string;
  equipmentId: string;
  /** Time of the last raise or of the last recovery step. */
  since: string;
}

/** Returns the open warns of one type about a device itself, not about a customer. */
export async function openMaintenanceWarns(tx: Db, type: WarnType): Promise<OpenMaintenanceWarn[]> {
  return tx.rows(sql<OpenMaintenanceWarn>`
    select w.id::text, w.equipment_id::text as "equipmentId",
      greatest(w.last_at, (select max(t.at) from warn_step t where t.warn_id = w.id and t.kind = 'recovered')) as since
    from warn w where w.type = ${type} and w.status in ('pending', 'handling') and w.equipment_id is not null
      and w.subject = 'e:' || w.equipment_id order by w.id`);
}
