// feature: what a feature is made of: its endpoints, changes, lists, search columns, references, seeds.

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Feature } from '#shared/feature.ts';
import type { Bound } from './handlers.ts';

const features = fileURLToPath(new URL('../../features', import.meta.url));

export interface FoundFeature extends Feature {
  noun: string;
}

/** A part of a feature that runs beside the requests: timers, listeners, loaders. */
export interface FeaturePart {
  /** Starts it; the answer stops it, finishing what is in hand. */
  start(): Promise<() => Promise<void>>;
}

async function nouns(): Promise<string[]> {
  const entries = await readdir(features, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function load<T>(noun: string, file: string): Promise<T | null> {
  const path = `${features}/${noun}/${file}`;
  return existsSync(path) ? ((await import(pathToFileURL(path).href)) as T) : null;
}

/** Every feature by its place: the folders with a `contract.ts`. */
export async function findFeatures(): Promise<FoundFeature[]> {
  const found: FoundFeature[] = [];
  for (const noun of await nouns()) {
    const contract = await load<{ feature: Feature }>(noun, 'contract.ts');
    if (contract) found.push({ noun, ...contract.feature });
  }
  return found;
}

/** The bound endpoints of every feature with a `server/routes.ts`. */
export async function findRoutes(): Promise<Bound[]> {
  const bound: Bound[] = [];
  for (const noun of await nouns()) {
    const routes = await load<{ default: Bound[] }>(noun, 'server/routes.ts');
    if (routes) bound.push(...routes.default);
  }
  return bound;
}

/** The `server/<name>.ts` of every feature that has one, with its default export. */
export async function findParts<T>(name: string): Promise<{ noun: string; part: T }[]> {
  const parts: { noun: string; part: T }[] = [];
  for (const noun of await nouns()) {
    const found = await load<{ default: T }>(noun, `server/${name}.ts`);
    if (found) parts.push({ noun, part: found.default });
  }
  return parts;
}
