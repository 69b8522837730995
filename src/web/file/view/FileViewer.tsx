import { Modal } from 'antd';
import { ChevronLeft, ChevronRight, Download, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { useWidth } from '#web/ui/useWidth.ts';
import { downloadFile } from '../file.ts';
import { FilePage } from './FilePage.tsx';
import { PageSteps } from './PageSteps.tsx';
import type { FileView } from './useFileView.ts';

const zooms = [0.5, 0.75, 1, 1.5, 2, 3];
const wholeWidth = zooms.indexOf(1);

interface StepProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Step({ children, label, ...props }: StepProps) {
  return (
    <Button kind="icon" size={24} aria-label={label} {...props}>
      {children}
    </Button>
  );
}

/** Stored files in the page: arrow keys turn pages and go on to the next file, + and − zoom. */
export default function FileViewer({ view, onClose }: { view: FileView; onClose: () => void }) {
  const { files, file, index, page, pages, turn } = view;
  const [zoom, setZoom] = useState(wholeWidth);
  const room = useRef<HTMLDivElement>(null);
  const [measured, width] = useWidth<HTMLDivElement>(0);
  /** A page begins at its top. */
  const fromTop = (act: () => void) => {
    act();
    room.current?.scrollTo({ top: 0 });
  };
  const scale = (step: number) => setZoom((last) => Math.min(Math.max(0, last + step), zooms.length - 1));
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowLeft' || key === 'PageUp') fromTop(() => turn(-1));
    if (key === 'ArrowRight' || key === 'PageDown') fromTop(() => turn(1));
    if (key === '+' || key === '=') scale(1);
    if (key === '-') scale(-1);
  }
  const factor = zooms[zoom] ?? 1;
  return (
    <Modal
      open
      className="file-viewer"
      width="min(1080px, calc(100vw - 32px))"
      title={file.name}
      mask={{ closable: true }}
      wrapProps={{ onKeyDown }}
      onCancel={onClose}
      footer={
        <div className="flex items-center flex-wrap gap-3 text-[13px] text-text2">
          {files.length > 1 && (
            <span className="inline-flex items-center gap-1">
              <Step label="上一个文件" disabled={index === 0} onClick={() => fromTop(() => view.toFile(index - 1))}>
                <ChevronLeft size={16} aria-hidden />
              </Step>
              {index + 1} / {files.length} 个文件
              <Step
                label="下一个文件"
                disabled={index === files.length - 1}
                onClick={() => fromTop(() => view.toFile(index + 1))}
              >
                <ChevronRight size={16} aria-hidden />
              </Step>
            </span>
          )}
          {pages > 1 && <PageSteps page={page} pages={pages} onPage={(next) => fromTop(() => view.toPage(next))} />}
          <span className="inline-flex items-center gap-1">
            <Step label="缩小" disabled={zoom === 0} onClick={() => scale(-1)}>
              <Minus size={16} aria-hidden />
            </Step>
            {Math.round(factor * 100)}%
            <Step label="放大" disabled={zoom === zooms.length - 1} onClick={() => scale(1)}>
              <Plus size={16} aria-hidden />
            </Step>
          </span>
          <Button className="ml-auto" onClick={() => downloadFile(file.id)}>
            <Download size={16} aria-hidden /> 下载
          </Button>
        </div>
      }
    >
      <div ref={room} className="file-room overflow-auto bg-s3">
        <div ref={measured} />
        <FilePage view={view} width={width} zoom={factor} />
      </div>
    </Modal>
  );
}
