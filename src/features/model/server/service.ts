import { sql } from 'kysely';
import { db } from '#server/db/db.ts';

/** Exports for other features. */
export { type MessageProfile, messageProfiles } from './messageProfiles.ts';
export type { ModelHooks } from './modelHooks.ts';

/** Returns the model with this code; null if there is none. */
export async function modelByCode(code: string) {
  const all = db.selectFrom('model').selectAll().where('deletedAt', 'is', null);
  return (await all.where('code', '=', code).executeTakeFirst()) ?? null;
}

export interface ModelOption {
  value: string;
  label: string;
  kind: string;
  protocol: string;
}

/** Returns all models by code, for a form. */
export async function modelOptions(): Promise<ModelOption[]> {
  return db.rows(sql<ModelOption>`
    select code as value, case when name = code then code else name || ' ' || code end as label, kind, protocol from model
    where deleted_at is null order by name, code`);
}
