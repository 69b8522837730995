import type { ComponentType } from 'react';

/** A piece of the page that is fetched by itself: its file and what fetches it. */
export interface Chunk {
  file: string;
  load: () => Promise<{ default: ComponentType }>;
}

const loaded = new Map<string, ComponentType>();

/** The component of a part that has been fetched. */
export function loadedChunk({ file }: Chunk): ComponentType | undefined {
  return loaded.get(file);
}

/** Fetches a part; rejects when it can't be had. */
export async function loadChunk({ file, load }: Chunk): Promise<void> {
  loaded.set(file, (await load()).default);
}
