import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { gradesOf } from '#shared/scale/grades.ts';
import type { scaleApi } from '../contract.ts';
import { usedVersions } from './scaleHooks.ts';
import { requireScaleVersion } from './version.ts';

type Api = (typeof scaleApi)['getScale'];

/** Returns a version of a scale with the highest points of each item, and its grades. */
export async function getScale(_viewer: Viewer, { code, version }: InputOf<Api>): Promise<OutputOf<Api>> {
  const { id, status, definition } = await requireScaleVersion(db, code, version);
  const items = definition.items.map((item) => ({
    ...item,
    max: Math.max(...item.options.map(({ points }) => points)),
  }));
  const used = await usedVersions(db, [id]);
  return { ...definition, items, status, used: used.has(id), bands: gradesOf(definition) };
}
