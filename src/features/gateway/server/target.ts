import { sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';

/** Gateway in scope, as the calls about its children and its connection need it. */
export interface Target {
  id: string;
  sn: string;
  name: string;
  protocol: string;
  baseTopic: string;
  childLimit: number;
  departmentId: string;
  projectId: string;
  /** Null: not connected. */
  way: 'mqtt' | 'http' | null;
}

/** Returns a gateway in scope; 404 for any other device. */
export async function requireTarget(viewer: Viewer, id: string): Promise<Target> {
  const row = await db.row(sql<Target>`
    select equipment.id::text, equipment.sn, equipment.name, m.protocol, coalesce(g.base_topic, 'zigbee2mqtt') as "baseTopic",
      coalesce(g.child_limit, 256) as "childLimit", equipment.department_id::text as "departmentId", equipment.project_id::text as "projectId", l.way
    from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
    left join gateway g on g.id = equipment.id left join gateway_link l on l.gateway_id = equipment.id
    where equipment.id = ${id} and m.kind = 'gateway'`);
  if (!row) throw notFound('网关');
  return row;
}
