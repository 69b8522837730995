import { useEffect, useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { fetchContent } from '#web/api/request.ts';
import { fileAddress } from '#web/file/file.ts';
import { openPdf, type PdfFile, pdfProblem } from './pdf.ts';

export interface ReportFile {
  id: string;
  name: string;
  type: string;
  size: number;
}

/** A report as the page shows it. */
export interface ShownReport {
  pdf?: PdfFile;
  /** Object URL of a picture. */
  picture?: string;
  problem?: string;
}

export const isPdf = ({ type }: Pick<ReportFile, 'type'>): boolean => type === 'application/pdf';

async function shownOf(file: ReportFile, signal: AbortSignal): Promise<ShownReport> {
  let content: Blob;
  try {
    content = await fetchContent(`${fileAddress}?id=${file.id}`, signal);
  } catch (error) {
    return { problem: `报告没有取到：${problemText(error)}` };
  }
  if (!isPdf(file)) return { picture: URL.createObjectURL(content) };
  try {
    return { pdf: await openPdf(content) };
  } catch (error) {
    return { problem: pdfProblem(error) };
  }
}

function release({ pdf, picture }: ShownReport): void {
  void pdf?.loadingTask.destroy();
  if (picture) URL.revokeObjectURL(picture);
}

/** Fetches a report and opens it; undefined while it loads. */
export function useReport(file: ReportFile | undefined): ShownReport | undefined {
  const [state, setState] = useState<{ id: string; shown: ShownReport }>();
  const { id, name = '', type = '', size = 0 } = file ?? {};
  useEffect(() => {
    if (id === undefined) return;
    const control = new AbortController();
    let held: ShownReport | undefined;
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
