import type { deskApi } from '#features/desk/contract.ts';
import { deleteDrafts, requireWarn, type StoredWarn } from '#features/warn/server/service.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Drafts = OutputOf<typeof deskApi.getWarn>['drafts'];

const isHandling = (viewer: Viewer, row: StoredWarn) => row.status === 'handling' && row.handlerId === viewer.userId;

/**
 * Saves the handler's draft with the warn, or deletes it (null). For a viewer who is no longer the handler nothing is
 * saved: the answer has `kept: false`, which is no error.
 */
export async function keepWarnDraft(
  viewer: Viewer,
  { id, kind, body }: InputOf<typeof deskApi.keepWarnDraft>,
): Promise<OutputOf<typeof deskApi.keepWarnDraft>> {
  return command(viewer, async ({ tx }) => {
    if (!isHandling(viewer, await requireWarn(viewer, id, tx))) return { kept: false };
    if (body === null) {
      await deleteDrafts(tx, id, kind);
      return { kept: false };
    }
    const columns = { bodyCipher: encrypt(body), userId: viewer.userId, updatedAt: now };
    await tx
      .insertInto('warnDraft')
      .values({ warnId: id, kind, ...columns })
      .onConflict((conflict) => conflict.columns(['warnId', 'kind']).doUpdateSet(columns))
      .execute();
    return { kept: true };
  });
}

/** Returns the drafts of a warn; only for its current handler. */
export async function draftsFor(viewer: Viewer, row: StoredWarn): Promise<Drafts> {
  if (!isHandling(viewer, row)) return [];
  const drafts = await db
    .selectFrom('warnDraft as d')
    .innerJoin('user as u', 'u.id', 'd.userId')
    .select(['d.kind', 'd.bodyCipher as cipher', 'd.userId', 'u.name as userName', 'd.updatedAt as at'])
    .where('d.warnId', '=', row.id)
    .execute();
  return drafts.map(({ cipher, ...draft }) => ({ ...draft, body: decrypt(cipher) }));
}
