import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { cleanRichText } from '#server/files/richText.ts';
import { validateUploads } from './uploadedFiles.ts';

/** Rich text as a form sends it. */
export interface RichTextInput {
  html: string;
  /** Picture ids that the row already has. */
  former: readonly string[];
  /** Feature that the pictures were uploaded for. */
  subject: string;
  /** Label of the form field: 内容, 正文. */
  label: string;
}

/** Rich text as a feature stores it. */
export interface CleanedRichText {
  content: string;
  pictureIds: string[];
  /** Removed parts as labels for the author. */
  removed: string[];
}

/**
 * Cleans a text and validates its pictures, which must be former ones or the author's uploads. 400 if the cleaned text
 * is empty.
 */
export async function validateRichText(tx: Db, viewer: Viewer, dirty: RichTextInput): Promise<CleanedRichText> {
  const { subject, former, label } = dirty;
  const { html, removed, text, pictures } = cleanRichText(dirty.html, { pictures: true });
  if (text === '' && pictures.length === 0)
    throw invalidField(
      'content',
      removed.length > 0 ? `${label}去掉不允许的部分后是空的` : `请输入${label}`,
      'required',
    );
  const references = { ids: pictures, former, subject, field: 'content', label: '图片' };
  return { content: html, pictureIds: await validateUploads(tx, viewer, references), removed };
}
