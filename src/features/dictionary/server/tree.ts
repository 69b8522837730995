import type { DictionaryType } from '#features/dictionary/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { items, types } from './write.ts';

/** Returns all types with their items, disabled ones included. */
export async function getDictionaryTree(viewer: Viewer): Promise<DictionaryType[]> {
  const [typeRows, values] = await Promise.all([types.listAll(viewer), items.listAll(viewer)]);
  const byType = Map.groupBy(values, ({ type }) => type);
  return typeRows.map((type) => ({ ...type, items: byType.get(type.type) ?? [] }));
}
