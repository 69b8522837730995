import { sql } from 'kysely';
import { decrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { NotificationText, Recipient } from './notify.ts';

/**
 * Records that the recipient opened the link with this token or answered by it. If exactly one message carried the
 * token it becomes read; else only the answer is recorded.
 */
export async function answered(
  tx: Db,
  warnId: string,
  { kind, id }: Pick<Recipient, 'kind' | 'id'>,
  token: string,
  answer: string | null,
): Promise<void> {
  const sent = await tx.rows(sql<{ id: string; textCipher: string | null }>`
    select id::text, text_cipher as "textCipher" from notification
    where warn_id = ${warnId}::bigint and to_kind = ${kind} and to_id = ${id}::bigint and state in ('sent', 'delivered', 'read') and channel <> 'voice'`);
  const carries = (cipher: string | null) =>
    cipher !== null && (JSON.parse(decrypt(cipher)) as NotificationText).url?.endsWith(token);
  const by = sent.filter(({ textCipher }) => carries(textCipher));
  const read = by.length === 1;
  if (!read && answer === null) return;
  const ids = (by.length > 0 ? by : sent).map((sentRow) => sentRow.id);
  await sql`
    update notification set state = case when ${read} then 'read' else state end, read_at = case when ${read} then coalesce(read_at, now()) else read_at end,
      answer = coalesce(${answer}, answer) where id = any(${bigints(ids)})`.execute(tx);
}
