import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { changedSince, type Patch, same, type TrailEntry, valueAt } from './form.ts';
import type { Locked } from './locked.ts';

/** Returns the names of users by their ids. */
export async function namesOf(tx: Db, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const userIds = [...new Set(ids)].filter((id) => id !== null);
  const rows = await tx.selectFrom('user').select(['id', 'name']).where('id', '=', any(userIds)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** `$date` is the field `date`; items, facts and `notes.<item>` keep their key. */
const fieldOf = (key: string) => (key.startsWith('$') ? key.slice(1) : key);

/**
 * Returns the 409 for a save of an older version: who changed it last, and each key changed since with its value then and
 * now. Of words the former value is not known.
 */
export async function outdated(tx: Db, { row, form }: Locked, baseVersion: number): Promise<Problem> {
  const since = changedSince(form.trail, baseVersion);
  const names = await namesOf(tx, [row.updatedBy, ...since.map(([, { by }]) => by)]);
  const nameOf = (id: string | null) => names.get(id ?? '') ?? '系统';
  const changes = since.map(([key, { by, at, old = null }]: [string, TrailEntry]) => ({
    field: fieldOf(key),
    ...{ old, new: valueAt(form, key), by: nameOf(by), at },
  }));
  const updatedBy = nameOf(row.updatedBy);
  return new Problem(
    409,
    `评估已被 ${updatedBy} 修改，请核对后再保存`,
    { version: row.version, updatedBy, updatedAt: row.updatedAt, changes },
    '评估已被他人修改',
  );
}

/** Returns whether the viewer repeats a save whose answer got lost: every given value is already the viewer's own. */
export function isRepeated(viewer: Viewer, { form }: Locked, { answers = {}, facts = {}, notes = {} }: Patch): boolean {
  const values: [string, unknown][] = [
    ...Object.entries(answers),
    ...Object.entries(facts),
    ...Object.entries(notes).map(([code, text]): [string, unknown] => [`notes.${code}`, text]),
  ];
  const isOwn = ([key, value]: [string, unknown]) =>
    Object.hasOwn(form.trail, key) && form.trail[key]?.by === viewer.userId && same(valueAt(form, key), value);
  return values.length > 0 && values.every(isOwn);
}
