import { Modal } from 'antd';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Attachment } from '#shared/attachment.ts';
import { problemText } from '#web/api/feedback.ts';
import { downloadFile, fileAddress, fileUrl } from '#web/file/file.ts';
import { Button } from '#web/ui/Button.tsx';
import './attachment.css';

interface Props {
  /** Files of the section that can be shown, in their order. */
  files: readonly Attachment[];
  /** The shown one. */
  id: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Returns whether the page itself can show a file. */
export const isShown = ({ type }: Attachment): boolean =>
  type === 'application/pdf' || (type.startsWith('image/') && type !== 'image/svg+xml');

/** Fetches the file with the session; the address ends with the view. */
function useFile(id: string, type: string | undefined): { url?: string; problem?: string } {
  const [state, setState] = useState<{ id: string; url?: string; problem?: string }>({ id });
  useEffect(() => {
    const control = new AbortController();
    let held: string | undefined;
    fileUrl(id, control.signal, fileAddress, type).then(
      (url) => {
        if (control.signal.aborted) return URL.revokeObjectURL(url);
        held = url;
        setState({ id, url });
      },
      (error: unknown) => {
        if (!control.signal.aborted) setState({ id, problem: problemText(error) });
      },
    );
    return () => {
      control.abort();
      if (held) URL.revokeObjectURL(held);
    };
  }, [id, type]);
  return state.id === id ? state : {};
}

/** Shows an attachment in the page: a picture in a light box, a PDF in the browser's viewer; arrow keys go on. */
export function AttachmentViewer({ files, id, onShow, onClose }: Props) {
  const place = files.findIndex((file) => file.id === id);
  const file = files[place];
  const { url, problem } = useFile(id, file?.type);
  const beside = (step: number) => files[place + step];
  const go = (step: number) => {
    const next = beside(step);
    if (next) onShow(next.id);
  };
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  }
  if (!file) return null;
  return (
    <Modal
      open
      className="attachment-viewer"
      width="min(1080px, calc(100vw - 32px))"
      title={file.name}
      mask={{ closable: true }}
      wrapProps={{ onKeyDown }}
      onCancel={onClose}
      footer={
        <div className="flex items-center justify-between gap-2">
          <span className="flex items-center gap-2">
            <Button aria-label="上一个" disabled={!beside(-1)} onClick={() => go(-1)}>
              <ChevronLeft size={16} aria-hidden />
            </Button>
            <Button aria-label="下一个" disabled={!beside(1)} onClick={() => go(1)}>
              <ChevronRight size={16} aria-hidden />
            </Button>
            <span className="text-[13px] text-text2">
              {place + 1} / {files.length}
            </span>
          </span>
          <Button onClick={() => downloadFile(file.id)}>
            <Download size={16} aria-hidden /> 下载
          </Button>
        </div>
      }
    >
      <div className="attachment-view">
        {problem && (
          <p role="alert" className="text-level1-text">
            {file.name}没有取到：{problem}
          </p>
        )}
        {!url && !problem && <p className="text-text2">加载中</p>}
        {url &&
          (file.type === 'application/pdf' ? (
            <iframe src={url} title={file.name} />
          ) : (
            <img src={url} alt={file.name} />
          ))}
      </div>
    </Modal>
  );
}
