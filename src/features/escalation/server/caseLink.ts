import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { secretHash } from '#server/core/crypto.ts';
import { publicUrlOf } from '#server/core/publicUrl.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';

/** Addressee of a case link; `id` is that of the contact, the user or the dispatch. */
export interface CaseAddressee {
  kind: 'contact' | 'user' | 'customer_user' | 'responder';
  id: string;
  name: string;
}

/** Maximum number of links per warn. */
const maxLinks = 100;

/**
 * Creates a link by which an addressee without an account answers this warn while it is open. The token is returned
 * only here. Returns null beyond 100 links per warn.
 */
export async function makeCaseLink(
  tx: Db,
  warnId: string,
  to: CaseAddressee,
  viewer: Viewer,
): Promise<{ token: string; url: string | null } | null> {
  const token = randomBytes(24).toString('base64url');
  const count = await tx.affected(sql`
    insert into warn_link (warn_id, token_hash, kind, to_id, to_name, created_by)
    select ${warnId}::bigint, ${secretHash(token)}, ${to.kind}, ${to.id}::bigint, ${to.name}, nullif(${viewer.userId}::bigint, 0)
    where (select count(*) from warn_link where warn_id = ${warnId}::bigint) < ${maxLinks}::int`);
  if (!count) return null;
  return { token, url: publicUrlOf(`/open?case=${token}`) };
}
