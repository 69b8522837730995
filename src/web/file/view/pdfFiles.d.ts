declare module 'virtual:pdf-files' {
  /** Address of the folder with character maps, fonts and decoders of PDF files, with a slash at its end. */
  export const files: string;
}
