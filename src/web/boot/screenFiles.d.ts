/** Built from the contracts: the file of each screen by route, named as in `import.meta.glob`. */
declare module 'virtual:screen-files' {
  export const screenFiles: Readonly<Record<string, string>>;
}
