// feature: what a feature is made of: its endpoints, changes, lists, search columns, references, seeds.

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Feature } from '#shared/feature.ts';
import type { FeatureParts, Manifest } from './manifest.ts';

const features = fileURLToPath(new URL('../../features', import.meta.url));

export interface FoundFeature extends Feature {
  noun: string;
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

/** The part of that name of every feature that brings one, by the manifest in its `server/feature.ts`. */
export async function findParts<Name extends keyof FeatureParts>(
  name: Name,
): Promise<{ noun: string; part: FeatureParts[Name] }[]> {
  const parts: { noun: string; part: FeatureParts[Name] }[] = [];
  for (const noun of await nouns()) {
    const found = await load<{ default: Manifest }>(noun, 'server/feature.ts');
    const brought = await found?.default[name]?.();
    if (brought) parts.push({ noun, part: 'default' in brought ? brought.default : brought });
  }
  return parts;
}
