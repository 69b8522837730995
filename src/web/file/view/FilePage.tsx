import { useState } from 'react';
import { PdfCanvas } from './PdfCanvas.tsx';
import type { FileView } from './useFileView.ts';
import './fileView.css';

interface PictureProps {
  src: string;
  name: string;
  /** In relation to the size that fits the room. */
  zoom: number;
}

/** A picture, at first within the room and not larger than it is. */
function Picture({ src, name, zoom }: PictureProps) {
  const [fitted, setFitted] = useState(0);
  const [isBroken, setBroken] = useState(false);
  if (isBroken)
    return (
      <p role="alert" className="p-4 text-level1-text">
        这张图片打不开，可以下载后查看
      </p>
    );
  return (
    <img
      className="file-page"
      src={src}
      alt={name}
      style={zoom === 1 ? { maxWidth: '100%', maxHeight: '100%' } : { width: fitted * zoom }}
      onLoad={({ currentTarget }) => setFitted(currentTarget.clientWidth)}
      onError={() => setBroken(true)}
    />
  );
}

interface Props {
  view: FileView;
  /** Room for the page, px. */
  width: number;
  /** 1: a page of a PDF is as wide as the room. */
  zoom?: number;
}

/** The current page of a file, or why it is not shown. */
export function FilePage({ view: { file, shown, page }, width, zoom = 1 }: Props) {
  if (!shown) return <p className="p-4 text-[13px] text-text2">加载中</p>;
  if (shown.problem)
    return (
      <p role="alert" className="p-4 text-[13px] text-level1-text">
        {shown.problem}
      </p>
    );
  if (shown.picture) return <Picture key={file.id} src={shown.picture} name={file.name} zoom={zoom} />;
  if (!shown.pdf || width === 0) return null;
  return <PdfCanvas pdf={shown.pdf} page={page} width={Math.max(120, Math.floor(width * zoom))} />;
}
