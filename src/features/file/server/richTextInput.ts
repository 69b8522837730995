import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { cleanRichText } from '#server/files/richText.ts';
import { validateUploads } from './uploadedFiles.ts';

/** A rich text as a form sends it. */
export interface RichTextInput {
  html: string;
  /** Pictures that the row already has. */
  former: readonly string[];
  /** The feature for which its pictures were uploaded. */
  subject: string;
  /** What it is called on the form: 内容, 正文. */
  label: string;
}

/** A rich text as a feature keeps it. */
export interface CleanedRichText {
  content: string;
  pictureIds: string[];
  /** What was taken out, in words for the author. */
  removed: string[];
}

/** Cleans a text and judges its pictures, which must be the author's uploads. 400 when nothing is left of it. */
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
