import { useState } from 'react';
import type { Attachment } from '#shared/attachment.ts';
import { useShownFile } from './useShownFile.ts';

/** Holds which of the files is shown, loaded, and at which page; undefined without files. */
export function useFileView(files: readonly Attachment[], initialId?: string) {
  const [{ id, page }, setPlace] = useState({ id: initialId, page: 1 });
  const index = Math.max(
    0,
    files.findIndex((file) => file.id === id),
  );
  const file = files[index];
  const shown = useShownFile(file);
  if (!file) return undefined;
  const pages = shown?.pdf?.numPages ?? 1;
  const current = Math.min(page, pages);
  const toFile = (place: number, next = 1) => {
    const other = files[place];
    if (other) setPlace({ id: other.id, page: next });
  };
  return {
    ...{ files, file, index, shown, pages, toFile },
    /** From 1. */
    page: current,
    toPage: (next: number) => setPlace({ id: file.id, page: Math.min(Math.max(1, next), pages) }),
    /** Goes one page on or back, beyond the ends of a file into the next or the one before. */
    turn: (step: 1 | -1) => {
      const next = current + step;
      if (next < 1) toFile(index - 1, Number.POSITIVE_INFINITY);
      else if (next > pages) toFile(index + 1);
      else setPlace({ id: file.id, page: next });
    },
  };
}

export type FileView = NonNullable<ReturnType<typeof useFileView>>;
