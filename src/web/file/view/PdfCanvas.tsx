import { useEffect, useRef, useState } from 'react';
import { type PdfFile, pdfProblem } from './pdf.ts';

interface Props {
  pdf: PdfFile;
  /** From 1. */
  page: number;
  /** Width on the screen, px. */
  width: number;
}

/** Most pixels of a canvas: larger ones are refused by browsers. */
const maxPixels = 16_000_000;

/** One page of a PDF. */
export function PdfCanvas({ pdf, page, width }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let cancelled = false;
    let stop: (() => void) | undefined;
    const draw = async () => {
      const shown = await pdf.getPage(page);
      const element = canvas.current;
      if (cancelled || !element) return;
      const natural = shown.getViewport({ scale: 1 });
      const height = (width * natural.height) / natural.width;
      const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(maxPixels / (width * height)));
      const viewport = shown.getViewport({ scale: (width / natural.width) * density });
      element.width = Math.floor(viewport.width);
      element.height = Math.floor(viewport.height);
      const task = shown.render({ canvas: element, viewport });
      stop = () => task.cancel();
      await task.promise;
      if (!cancelled) setProblem(undefined);
    };
    draw().catch((error: unknown) => {
      if (!cancelled) setProblem(pdfProblem(error));
    });
    return () => {
      cancelled = true;
      stop?.();
    };
  }, [pdf, page, width]);
  return (
    <>
      {problem && (
        <p role="alert" className="text-[13px] text-level1-text">
          第 {page} 页没有显示出来：{problem}
        </p>
      )}
      <canvas ref={canvas} className="file-page" style={{ width }} role="img" aria-label={`第 ${page} 页`} />
    </>
  );
}
