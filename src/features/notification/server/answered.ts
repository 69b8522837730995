import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { Person } from './notify.ts';

/** Whom a message was sent has opened what it leads to, or answered it: the messages of that alarm to them say so. */
export async function answered(
  tx: Db,
  warnId: string,
  { kind, id }: Pick<Person, 'kind' | 'id'>,
  answer: string | null,
): Promise<void> {
  await sql`
    update notification set state = 'read', read_at = coalesce(read_at, now()), answer = coalesce(${answer}, answer)
    where warn_id = ${warnId}::bigint and to_kind = ${kind} and to_id = ${id}::bigint and state in ('sent', 'delivered', 'read')`.execute(
    tx,
  );
}
