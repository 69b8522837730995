import { type Base, decodeBase } from './decode.ts';
import type { DistrictFile } from './format.ts';

const address = new URL('./district.json', import.meta.url).href;
let loading: Promise<Base> | undefined;

async function fetchBase(): Promise<Base> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`map base: HTTP ${response.status}`);
  }
  // Our own build asset, named by its content: its shape is proven by the generator's test.
  return decodeBase((await response.json()) as DistrictFile);
}

/** Fetches and unpacks the map base once per page; after a failure the next call tries again. */
export function loadBase(): Promise<Base> {
  loading ??= fetchBase().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
