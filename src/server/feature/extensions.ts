// feature: what a feature consists of: endpoints, commands, lists, search columns, references, seeds.

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Feature } from '#shared/feature.ts';
import type { FeatureExtensions, Manifest } from './manifest.ts';

const features = fileURLToPath(new URL('../../features', import.meta.url));

export interface LoadedFeature extends Feature {
  name: string;
}

async function folders(): Promise<string[]> {
  const entries = await readdir(features, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function load<T>(folder: string, file: string): Promise<T | null> {
  const path = `${features}/${folder}/${file}`;
  return existsSync(path) ? ((await import(pathToFileURL(path).href)) as T) : null;
}

/** Finds every feature: the folders with a `contract.ts`. */
export async function findFeatures(): Promise<LoadedFeature[]> {
  const loaded: LoadedFeature[] = [];
  for (const folder of await folders()) {
    const contract = await load<{ feature: Feature }>(folder, 'contract.ts');
    if (contract) loaded.push({ name: folder, ...contract.feature });
  }
  return loaded;
}

type Extensions<Name extends keyof FeatureExtensions> = { name: string; extension: FeatureExtensions[Name] }[];

const cache = new Map<keyof FeatureExtensions, Promise<Extensions<keyof FeatureExtensions>>>();

async function readExtensions<Name extends keyof FeatureExtensions>(name: Name): Promise<Extensions<Name>> {
  const extensions: Extensions<Name> = [];
  for (const folder of await folders()) {
    const manifestModule = await load<{ default: Manifest }>(folder, 'server/feature.ts');
    const brought = await manifestModule?.default[name]?.();
    if (brought) extensions.push({ name: folder, extension: 'default' in brought ? brought.default : brought });
  }
  return extensions;
}

/**
 * Returns one extension of every feature that has it in the manifest `server/feature.ts`. Cached: alarm work does not
 * wait for files.
 */
export function extensionsOf<Name extends keyof FeatureExtensions>(name: Name): Promise<Extensions<Name>> {
  const cached = cache.get(name) as Promise<Extensions<Name>> | undefined;
  if (cached) return cached;
  const loading = readExtensions(name);
  cache.set(name, loading);
  loading.catch(() => cache.delete(name));
  return loading;
}
