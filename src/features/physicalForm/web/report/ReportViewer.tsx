import { Modal } from 'antd';
import { Download, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useWidth } from '#web/chart/useWidth.ts';
import { downloadFile } from '#web/file/file.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageSteps } from './PageSteps.tsx';
import { PdfCanvas } from './PdfCanvas.tsx';
import type { ReportFile, ShownReport } from './useReport.ts';

interface Props {
  files: readonly ReportFile[];
  file: ReportFile;
  /** Undefined while it loads. */
  report: ShownReport | undefined;
  page: number;
  onFile: (file: ReportFile) => void;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** Width of a page in relation to the room. */
const zooms = [0.5, 0.75, 1, 1.5, 2, 3];
const wholeWidth = zooms.indexOf(1);

/** A report in the page: arrow keys turn pages, + and − zoom. */
export default function ReportViewer({ files, file, report, page, onFile, onPage, onClose }: Props) {
  const [zoom, setZoom] = useState(wholeWidth);
  const room = useRef<HTMLDivElement>(null);
  const [measured, width] = useWidth<HTMLDivElement>(0);
  const pages = report?.pdf?.numPages ?? 1;
  const turn = (next: number) => {
    onPage(Math.min(Math.max(1, next), pages));
    room.current?.scrollTo({ top: 0 });
  };
  const scale = (step: number) => setZoom((last) => Math.min(Math.max(0, last + step), zooms.length - 1));
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowLeft' || key === 'PageUp') turn(page - 1);
    if (key === 'ArrowRight' || key === 'PageDown') turn(page + 1);
    if (key === '+' || key === '=') scale(1);
    if (key === '-') scale(-1);
  }
  const shownWidth = Math.max(120, Math.floor(width * (zooms[zoom] ?? 1)));
  return (
    <Modal
      open
      className="exam-viewer"
      width="min(1080px, calc(100vw - 32px))"
      title={file.name}
      mask={{ closable: true }}
      wrapProps={{ onKeyDown }}
      onCancel={onClose}
      footer={
        <div className="flex items-center flex-wrap gap-3">
          <PageSteps page={Math.min(page, pages)} pages={pages} onPage={turn} />
          <span className="inline-flex items-center gap-1 text-[13px] text-text2">
            <Button kind="icon" size={24} aria-label="缩小" disabled={zoom === 0} onClick={() => scale(-1)}>
              <Minus size={16} aria-hidden />
            </Button>
            {Math.round((zooms[zoom] ?? 1) * 100)}%
            <Button
              kind="icon"
              size={24}
              aria-label="放大"
              disabled={zoom === zooms.length - 1}
              onClick={() => scale(1)}
            >
              <Plus size={16} aria-hidden />
            </Button>
          </span>
          {files.length > 1 &&
            files.map((other, index) => (
              <Button key={other.id} aria-pressed={other.id === file.id} onClick={() => onFile(other)}>
                第 {index + 1} 份
              </Button>
            ))}
          <Button className="ml-auto" onClick={() => downloadFile(file.id)}>
            <Download size={16} aria-hidden /> 下载
          </Button>
        </div>
      }
    >
      <div ref={room} className="exam-viewer-room overflow-auto">
        <div ref={measured} />
        {!report && <p className="p-4 text-text2">加载中</p>}
        {report?.problem && (
          <p role="alert" className="p-4 text-level1-text">
            {report.problem}
          </p>
        )}
        {report?.pdf && width > 0 && <PdfCanvas pdf={report.pdf} page={Math.min(page, pages)} width={shownWidth} />}
        {report?.picture && (
          <img className="exam-page-picture" src={report.picture} alt={file.name} style={{ width: shownWidth }} />
        )}
      </div>
    </Modal>
  );
}
