/** Output of script/map/plugin.ts from the packages with boundaries: URLs of files. */
declare module 'virtual:boundaries' {
  import type { ProvinceEntry } from './boundary.ts';

  export const countries: string;
  export const provinces: string;
  export const divisions: readonly (ProvinceEntry & { address: string })[];
}
