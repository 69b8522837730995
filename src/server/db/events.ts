import { sql } from 'kysely';
import type { Db } from './db.ts';

/** The department and project of what belongs to nobody: it is told whoever has the right, wherever they belong. */
export const everywhere = '0';

/** Something that live streams are told of, durable and exactly once: alarm moves, tasks, notices. */
export interface DomainEvent {
  topic: string;
  kind: string;
  /** The right that one must have to be told; `own`: nobody but the owner is. */
  permission: string;
  departmentId: string;
  projectId: string;
  /** Told even when the scope is `self`. */
  ownerId: string | null;
  /** Ids only: what is shown is loaded when it is sent, so nothing personal lies in the log of events. */
  id: string;
}

/** Writes events in the caller's transaction, in one statement. */
export async function writeEvents(tx: Db, events: DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into event (topic, kind, permission, department_id, project_id, owner_id, body)
    select e.topic, e.kind, e.permission, e.department_id, e.project_id, e.owner_id, jsonb_build_object('id', e.id)
    from jsonb_to_recordset(${JSON.stringify(
      events.map((e) => ({
        topic: e.topic,
        kind: e.kind,
        permission: e.permission,
        department_id: e.departmentId,
        project_id: e.projectId,
        owner_id: e.ownerId,
        id: e.id,
      })),
    )}::jsonb) as e (topic text, kind text, permission text, department_id bigint, project_id bigint, owner_id bigint, id text)`.execute(
    tx,
  );
}
