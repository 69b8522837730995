import type { OldLeaf } from '#server/db/partitions.ts';
import { extensionsOf } from './extensions.ts';

/** Keeps rows of partitions past retention: extension `oldPartition`. */
export interface OldPartition {
  table: string;
  /** Saves what outlives the leaf; must be idempotent. The leaf is dropped afterwards, and stays if this throws. */
  beforeDrop(leaf: string): Promise<void>;
}

/** Runs the extensions of a table before one of its leaves is dropped. */
export async function beforePartitionDrop({ table, name }: OldLeaf): Promise<void> {
  for (const { extension } of await extensionsOf('oldPartition'))
    if (extension.table === table) await extension.beforeDrop(name);
}
