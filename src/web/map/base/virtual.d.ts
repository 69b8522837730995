/** What script/map/plugin.ts makes of the packages with boundaries: addresses of files. */
declare module 'virtual:boundaries' {
  import type { ProvinceEntry } from './boundary.ts';

  export const countries: string;
  export const provinces: string;
  export const divisions: readonly (ProvinceEntry & { address: string })[];
}
