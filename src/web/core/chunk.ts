import type { ComponentType } from 'react';

/** A piece of the page that is fetched by itself: its file and what fetches it. */
export interface Part {
  file: string;
  load: () => Promise<{ default: ComponentType }>;
}

const here = new Map<string, ComponentType>();

/** The component of a part that has been fetched. */
export function partHere({ file }: Part): ComponentType | undefined {
  return here.get(file);
}

/** Fetches a part; rejects when it can't be had. */
export async function fetchPart({ file, load }: Part): Promise<void> {
  here.set(file, (await load()).default);
}
