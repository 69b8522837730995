/** Made by the build from the contracts: the file of each screen by its route, as `import.meta.glob` names it. */
declare module 'virtual:screen-files' {
  export const screenFiles: Readonly<Record<string, string>>;
}
