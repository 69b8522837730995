import type { Attachment } from '#shared/attachment.ts';
import FileViewer from './FileViewer.tsx';
import { useFileView } from './useFileView.ts';

interface Props {
  /** Files that can be shown, in their order. */
  files: readonly Attachment[];
  /** The first one shown. */
  id: string;
  onClose: () => void;
}

/** Shows stored files in the page, beginning with one of them. Open while mounted. */
export default function FilesDialog({ files, id, onClose }: Props) {
  const view = useFileView(files, id);
  return view && <FileViewer view={view} onClose={onClose} />;
}
