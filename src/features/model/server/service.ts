import { db } from '#server/db/db.ts';

/** What other features may use of the models. */
export { modelsSaid, type Said } from './said.ts';
export type { ModelPart } from './use.ts';

/** A device model by its code; null when there is none. */
export async function modelByCode(code: string) {
  const all = db.selectFrom('model').selectAll().where('deletedAt', 'is', null);
  return (await all.where('code', '=', code).executeTakeFirst()) ?? null;
}
