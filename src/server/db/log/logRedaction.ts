import { sql } from 'kysely';
import { sealDigest } from '#server/core/crypto.ts';
import { db } from '../db.ts';
import { bigints } from '../values.ts';

/** Digest at the seal, and digest after unmasked text was removed from the row. */
interface Redaction {
  former: Buffer;
  digest: Buffer;
}

/** Returns the redactions of these log rows, by id; records without a valid proof are ignored. */
export async function redactionsOf(log: string, ids: readonly string[]): Promise<Map<string, Redaction>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(sql<{ id: string; former: Buffer; digest: Buffer; proof: Buffer }>`
    select row_id::text as id, former, digest, proof from log_redaction where log = ${log} and row_id = any(${bigints(ids)})`);
  const proven = rows.filter(({ id, former, digest, proof }) =>
    proof.equals(sealDigest(`redacted ${log} ${id}`, former, digest)),
  );
  return new Map(proven.map(({ id, former, digest }) => [id, { former, digest }]));
}
