import type { ComponentType } from 'react';

/** A lazily loaded part of the page: its file and its loader. */
export interface Chunk {
  file: string;
  load: () => Promise<{ default: ComponentType }>;
}

const loaded = new Map<string, ComponentType>();

/** Returns the component of a loaded chunk. */
export function loadedChunk({ file }: Chunk): ComponentType | undefined {
  return loaded.get(file);
}

/** Loads a chunk; rejects if it is unavailable. */
export async function loadChunk({ file, load }: Chunk): Promise<void> {
  loaded.set(file, (await load()).default);
}
