import type { Attachment } from '#shared/attachment.ts';

/** Returns whether `FileViewer` shows a file: PDF or picture. */
export const canShow = ({ type }: Pick<Attachment, 'type'>): boolean =>
  type === 'application/pdf' || (type.startsWith('image/') && type !== 'image/svg+xml');
