export interface ImportedProps {
  jobId: string;
  /** Path of the upload (`/api/user/importUser`): a feature shows content for its own imports. */
  path: string;
}

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Next steps below a finished import. */
    imported: Slot<ImportedProps>;
  }
}
