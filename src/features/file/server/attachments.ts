import { createReadStream } from 'node:fs';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { UploadedFile } from '#server/feature/handlers.ts';
import type { Attachment } from '#shared/attachment.ts';
import { saveUpload, validateUploads } from './uploadedFiles.ts';

/** 20 MB (domain.md 6.8). */
const maxBytes = 20_971_520;
const refusal = '仅支持图片、PDF、Office 文档、文本、压缩包、音频和视频';

/** Accepted MIME types, detected from the content's signature. */
const accepted = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'application/zip',
  'application/x-cfb',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'audio/mpeg',
  'audio/wav',
  'video/mp4',
]);
/** File names of plain text, which has no signature: the content must be UTF-8 without control characters. */
const textName = /\.(txt|csv|md)$/i;

/** Returns whether a file is UTF-8; checks the first 100,000 characters for control characters. Streams from disk. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let looked = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if ([...text.slice(0, 100_000 - looked)].some((sign) => sign < ' ' && !'\t\r\n'.includes(sign))) return false;
      looked = Math.min(100_000, looked + text.length);
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Returns the type of an attachment by its content; 400 for types that are not accepted. */
async function typeOf({ name, path }: UploadedFile): Promise<string> {
  const { fileTypeFromFile } = await import('file-type');
  const detected = await fileTypeFromFile(path);
  if (detected && accepted.has(detected.mime)) return detected.mime;
  if (!detected && textName.test(name) && (await isText(path))) return 'text/plain';
  throw invalidField('file', refusal, 'type');
}

/**
 * Saves an attachment of a feature. Until a row refers to it, only its uploader can open it. 400 for types that are not
 * accepted.
 */
export async function saveAttachment(viewer: Viewer, file: UploadedFile | null, subject: string): Promise<Attachment> {
  if (!file) throw invalidField('file', '请选择文件', 'required');
  if (file.size > maxBytes) throw invalidField('file', '附件不超过20MB', 'size');
  const type = await typeOf(file);
  const name = file.name.replaceAll(/[\\/\p{Cc}]/gu, '_').slice(-200);
  const id = await saveUpload(viewer, subject, { name, type, content: createReadStream(file.path) });
  return { id, name, type, size: file.size };
}

/** Validates attachments of a row: its former ones and the author's uploads; 400 for any other. */
export function validateAttachments(
  tx: Db,
  viewer: Viewer,
  ids: readonly string[],
  former: readonly string[],
  subject: string,
  field = 'fileIds',
): Promise<string[]> {
  return validateUploads(tx, viewer, { ids, former, subject, field, label: '附件' });
}
