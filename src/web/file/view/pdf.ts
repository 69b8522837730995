import { files } from 'virtual:pdf-files';
import type { PDFDocumentProxy } from 'pdfjs-dist';

export type PdfFile = PDFDocumentProxy;

/** Loads the library and the address of its worker with the first use. */
async function library() {
  const [pdf, worker] = await Promise.all([import('pdfjs-dist'), import('pdfjs-dist/build/pdf.worker.min.mjs?url')]);
  pdf.GlobalWorkerOptions.workerSrc = worker.default;
  return pdf;
}

/** Returns why a file cannot be shown, in words. */
export function pdfProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return '这个 PDF 有密码，请换一个没有密码的';
  if (name === 'InvalidPDFException') return '文件不是完整的 PDF，请重新上传';
  return '这个 PDF 打不开，可以下载后查看';
}

/**
 * Opens a PDF. Scripts inside it never run; character maps, fonts and decoders come from this product alone.
 * @throws an error that `pdfProblem` puts into words
 */
export async function openPdf(content: Blob): Promise<PdfFile> {
  const pdf = await library();
  const data = new Uint8Array(await content.arrayBuffer());
  // The pages' policy allows no WebAssembly: decoders run as scripts.
  return pdf.getDocument({
    ...{ data, useWasm: false, enableXfa: false, disableWorkerRendering: true },
    ...{ cMapUrl: `${files}cmaps/`, standardFontDataUrl: `${files}fonts/`, wasmUrl: `${files}decoders/` },
  }).promise;
}
