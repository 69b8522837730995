import type { PhysicalCatalogue, PhysicalItem } from './catalogue.ts';
import { version1 } from './v1/v1.ts';

/** All versions, the newest last. */
export const catalogues: PhysicalCatalogue[] = [version1];

/** Returns the newest catalogue: that of new examinations. */
export function currentCatalogue(): PhysicalCatalogue {
  return catalogues.at(-1) ?? version1;
}

/** Returns the catalogue of a version; undefined for an unknown one. */
export function catalogueOf(version: number): PhysicalCatalogue | undefined {
  return catalogues.find((one) => one.version === version);
}

const indexes = new WeakMap<PhysicalCatalogue, ReadonlyMap<string, PhysicalItem>>();

/** Returns the items of a catalogue by code. */
export function itemsByCode(catalogue: PhysicalCatalogue): ReadonlyMap<string, PhysicalItem> {
  const cached = indexes.get(catalogue);
  if (cached) return cached;
  const index = new Map(catalogue.items.map((item) => [item.code, item]));
  indexes.set(catalogue, index);
  return index;
}
