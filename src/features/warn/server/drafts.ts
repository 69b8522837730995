import type { Db } from '#server/db/db.ts';

export type DraftKind = 'note' | 'call' | 'close';

/** Deletes drafts of one kind or of all kinds, after their text was submitted or the warn was closed. */
export async function deleteDrafts(tx: Db, warnId: string, kind?: DraftKind): Promise<void> {
  await tx
    .deleteFrom('warnDraft')
    .where('warnId', '=', warnId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as DraftKind))
    .execute();
}
