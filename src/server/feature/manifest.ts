import type { Assignments } from './assignments.ts';
import type { BlockingColumn } from './blockingReferences.ts';
import type { DepartmentMerge } from './departmentMerge.ts';
import type { DictionaryUse } from './dictionaryUse.ts';
import type { Finder } from './finder.ts';
import type { EndpointBinding } from './handlers.ts';
import type { OwnedCount } from './ownedCounts.ts';
import type { Populate } from './populate.ts';
import type { Revealer } from './revealer.ts';
import type { Demo, Seed } from './seeds.ts';

/** A part of a feature that runs beside the requests: timers, listeners, loaders. */
export interface Worker {
  /** Starts it; the answer stops it, finishing what is in hand. */
  start(): Promise<() => Promise<void>>;
}

/** What a feature may bring. A part that a higher folder asks for is declared there, beside its type. */
export interface FeatureExtensions {
  /** Its endpoints, bound to functions. */
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
}

/** What a feature brings, each part behind a function, so that it is loaded by whoever asks for it first and not before. */
export type Manifest = {
  readonly [Name in keyof FeatureExtensions]?: () => Promise<
    FeatureExtensions[Name] | { default: FeatureExtensions[Name] }
  >;
};

/** Says in a feature's `server/feature.ts` what it brings: a module with the part as its default export, or the part itself. */
export function feature(manifest: Manifest): Manifest {
  return manifest;
}
