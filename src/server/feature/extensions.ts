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

type Found<Name extends keyof FeatureParts> = { noun: string; part: FeatureParts[Name] }[];

const known = new Map<keyof FeatureParts, Promise<Found<keyof FeatureParts>>>();

async function readParts<Name extends keyof FeatureParts>(name: Name): Promise<Found<Name>> {
  const parts: Found<Name> = [];
  for (const noun of await nouns()) {
    const found = await load<{ default: Manifest }>(noun, 'server/feature.ts');
    const brought = await found?.default[name]?.();
    if (brought) parts.push({ noun, part: 'default' in brought ? brought.default : brought });
  }
  return parts;
}

/**
 * The part of that name of every feature that brings one, by the manifest in its `server/feature.ts`. They are looked for
 * once: what an alarm needs waits for no file.
 */
export function findParts<Name extends keyof FeatureParts>(name: Name): Promise<Found<Name>> {
  const before = known.get(name) as Promise<Found<Name>> | undefined;
  if (before) return before;
  const found = readParts(name);
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}
