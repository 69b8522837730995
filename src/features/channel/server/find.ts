import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ChannelKind, channelKindList } from '#shared/codes.ts';
import type { Adapter } from './adapter.ts';

const folder = fileURLToPath(new URL('adapter', import.meta.url));

let kinds: Promise<ChannelKind[]> | undefined;

async function readKinds(): Promise<ChannelKind[]> {
  const files = await readdir(folder);
  return channelKindList.filter((kind) => files.includes(`${kind}.ts`));
}

/** Returns the kinds that have an adapter, in the order of the contract; reads the folder once. */
export function adaptedKinds(): Promise<ChannelKind[]> {
  kinds ??= readKinds();
  return kinds;
}

/** Returns the adapter of a kind, loaded at its first use; null if there is none. */
export async function adapterOf(kind: ChannelKind): Promise<Adapter | null> {
  if (!(await adaptedKinds()).includes(kind)) return null;
  const { adapter } = (await import(pathToFileURL(`${folder}/${kind}.ts`).href)) as { adapter: Adapter };
  return adapter;
}
