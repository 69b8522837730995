import type { warnApi } from '#features/warn/contract.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireWarn, type StoredWarn } from './access.ts';

type Drafts = OutputOf<typeof warnApi.getWarn>['drafts'];
export type DraftKind = Drafts[number]['kind'];

const isHandling = (viewer: Viewer, row: StoredWarn) => row.status === 'handling' && row.handlerId === viewer.userId;

/**
 * Keeps what the handler has typed with the alarm, or forgets it (null). What comes when the alarm is no longer theirs is
 * not kept, which the answer says: a hand that still types is no fault.
 */
export async function keepWarnDraft(
  viewer: Viewer,
  { id, kind, body }: InputOf<typeof warnApi.keepWarnDraft>,
): Promise<OutputOf<typeof warnApi.keepWarnDraft>> {
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

/** What was typed has been written down, or the alarm is finished: one kind of it, or all. */
export async function deleteDrafts(tx: Db, warnId: string, kind?: DraftKind): Promise<void> {
  await tx
    .deleteFrom('warnDraft')
    .where('warnId', '=', warnId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as DraftKind))
    .execute();
}

/** What was typed, for who handles the alarm now and for nobody else. */
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
