import { useEffect, useState } from 'react';
import type { Attachment } from '#shared/attachment.ts';
import { problemText } from '#web/api/feedback.ts';
import { fetchContent } from '#web/api/request.ts';
import { fileAddress } from '../file.ts';
import { openPdf, type PdfFile, pdfProblem } from './pdf.ts';

/** A file as the page shows it. */
export interface ShownFile {
  pdf?: PdfFile;
  /** Object URL of a picture. */
  picture?: string;
  problem?: string;
}

const isPdf = ({ type }: Pick<Attachment, 'type'>): boolean => type === 'application/pdf';

async function shownOf(file: Attachment, signal: AbortSignal): Promise<ShownFile> {
  let content: Blob;
  try {
    content = await fetchContent(`${fileAddress}?id=${file.id}`, signal);
  } catch (error) {
    return { problem: `${file.name}没有取到：${problemText(error)}` };
  }
  if (!isPdf(file)) return { picture: URL.createObjectURL(content) };
  try {
    return { pdf: await openPdf(content) };
  } catch (error) {
    return { problem: pdfProblem(error) };
  }
}

function release({ pdf, picture }: ShownFile): void {
  void pdf?.loadingTask.destroy();
  if (picture) URL.revokeObjectURL(picture);
}

/** Fetches a file with the session and opens it; undefined while it loads. It is closed with its last use. */
export function useShownFile(file: Attachment | undefined): ShownFile | undefined {
  const [state, setState] = useState<{ id: string; shown: ShownFile }>();
  const { id, name = '', type = '', size = 0 } = file ?? {};
  useEffect(() => {
    if (id === undefined) return;
    const control = new AbortController();
    let held: ShownFile | undefined;
    void shownOf({ id, name, type, size }, control.signal).then((shown) => {
      if (control.signal.aborted) return release(shown);
      held = shown;
      setState({ id, shown });
    });
    return () => {
      control.abort();
      if (held) release(held);
      setState(undefined);
    };
  }, [id, name, type, size]);
  return state !== undefined && state.id === id ? state.shown : undefined;
}
