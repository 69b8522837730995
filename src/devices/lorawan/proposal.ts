import { codecNames } from './codec.ts';

/** Names of codecs, the longest first: AM102L is no AM102. */
const names = [...codecNames].sort((a, b) => b.length - a.length);

/** Returns the code of the model that a device profile of the network is named after; null for none. */
export function modelNamedIn(profileName: string): string | null {
  const text = profileName.toLowerCase().replaceAll('_', '-');
  return names.find((name) => text.includes(name)) ?? null;
}
