import type { noteKinds } from '#features/handover/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';

/** Adds a note to a sheet; an empty text adds nothing. */
export async function addNote(
  tx: Db,
  viewer: Viewer,
  handoverId: string,
  kind: keyof typeof noteKinds,
  note = '',
): Promise<void> {
  const text = note.trim();
  if (text === '') return;
  await tx.insertInto('handoverNote').values({ handoverId, kind, userId: viewer.userId, note: text }).execute();
}
