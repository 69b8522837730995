import { timingSafeEqual } from 'node:crypto';
import { sharedSheet } from '#features/warn/server/service.ts';
import { countTry, invalidLink } from '#server/auth/linkTries.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { shareApi } from '#shared/share.ts';
import { codeHash, isOpen } from './share.ts';

type Opened = OutputOf<typeof shareApi.openShare>;

/**
 * Opens a link. Asks for the code where there is one; counts the look. 400 with the one sentence for every bad link when
 * it is unknown, expired, taken back or dead from wrong codes; 429 beyond 20 tries an address and minute.
 */
export async function openShare(
  viewer: Viewer,
  { token, code }: InputOf<typeof shareApi.openShare>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countTry(ip);
  const found = await db
    .selectFrom('share')
    .select(['id', 'warnId', 'codeHash', 'expiresAt'])
    .where('tokenHash', '=', secretHash(token))
    .where(isOpen)
    .executeTakeFirst();
  if (!found) throw invalidLink();
  const { id, expiresAt } = found;
  if (found.codeHash && code === undefined) return { id: null, codeWanted: true, expiresAt, sheet: null };
  if (found.codeHash && !timingSafeEqual(found.codeHash, codeHash(token, code ?? ''))) {
    await db
      .updateTable('share')
      .set((eb) => ({ wrongTries: eb('wrongTries', '+', 1) }))
      .where('id', '=', id)
      .execute();
    throw invalidField('code', '提取码不正确');
  }
  return command(viewer, async ({ tx }) => {
    const looked = await tx
      .updateTable('share')
      .set((eb) => ({ views: eb('views', '+', 1), lastViewedAt: now }))
      .where('id', '=', id)
      .where(isOpen)
      .executeTakeFirst();
    const sheet = looked.numUpdatedRows ? await sharedSheet(tx, found.warnId) : null;
    if (!sheet) throw invalidLink();
    return { id, codeWanted: false, expiresAt, sheet };
  });
}
