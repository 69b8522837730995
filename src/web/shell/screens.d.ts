/** Built from the contracts: all screens, each with the folder of its feature, in the order of the features. */
declare module 'virtual:screens' {
  export const screens: readonly (import('#shared/feature.ts').Screen & { feature: string })[];
}
