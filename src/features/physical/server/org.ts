import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';

/** Returns the name of an institution as it is stored: full width becomes half width, spaces are joined. */
export function orgName(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** Returns the id of the institution with this name, which is added when it is new. */
export async function orgIdOf(tx: Db, viewer: Viewer, text: string): Promise<string> {
  const name = orgName(text);
  await sql`insert into physical_org (name, created_by) values (${name}, ${viewer.userId}) on conflict (name) do nothing`.execute(
    tx,
  );
  const { id } = await tx.selectFrom('physicalOrg').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
}
