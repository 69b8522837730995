import type { Assignments } from './assignments.ts';
import type { BlockingColumn } from './blockingReferences.ts';
import type { DepartmentMerge } from './departmentMerge.ts';
import type { DictionaryUse } from './dictionaryUse.ts';
import type { Finder } from './finder.ts';
import type { EndpointBinding } from './handlers.ts';
import type { OldPartition } from './oldPartitions.ts';
import type { OwnedCount } from './ownedCounts.ts';
import type { Populate } from './populate.ts';
import type { Revealer } from './revealer.ts';
import type { Demo, Seed } from './seeds.ts';

/** Background work of a feature: timers, listeners, loaders. */
export interface Worker {
  /** Starts the work; the returned function stops it after finishing the current task. */
  start(): Promise<() => Promise<void>>;
}

/**
 * All extensions that a feature can have. An extension point of a higher folder is declared there, next to its type.
 */
export interface FeatureExtensions {
  /** Endpoints bound to their functions. */
  routes: EndpointBinding[];
  worker: Worker;
  seed: Seed;
  demo: Demo;
  populate: Populate;
  finder: Finder;
  revealer: Revealer[];
  dictionaryUse: DictionaryUse[];
  assignments: Assignments;
  ownedCount: OwnedCount;
  departmentMerge: DepartmentMerge;
  blockingColumns: BlockingColumn[];
  oldPartition: OldPartition;
}

/** The extensions of a feature, each behind a function, so that its module loads at the first use. */
export type Manifest = {
  readonly [Name in keyof FeatureExtensions]?: () => Promise<
    FeatureExtensions[Name] | { default: FeatureExtensions[Name] }
  >;
};

/** Declares the extensions in `server/feature.ts`: a module with a default export, or the extension itself. */
export function feature(manifest: Manifest): Manifest {
  return manifest;
}
