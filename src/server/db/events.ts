import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Department and project id of an event without an owner: it reaches every user with the permission. */
export const everywhere = '0';

/** An event for live streams, durable and delivered exactly once: changes of warns, tasks, notices. */
export interface DomainEvent {
  topic: string;
  kind: string;
  /** Permission needed to receive the event; `own`: only the owner receives it. */
  permission: string;
  departmentId: string;
  projectId: string;
  /** Receives the event even with the scope `self`. */
  ownerId: string | null;
  /** Only an id: the payload is loaded when sent, so the event log contains no personal data. */
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
