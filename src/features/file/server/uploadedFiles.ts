import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { addFile, type NewFile } from './store.ts';

/** Saves an upload for a row of a feature; returns its id. Until a row refers to it, only its uploader can open it. */
export function saveUpload(
  viewer: Viewer,
  subject: string,
  content: Pick<NewFile, 'name' | 'type' | 'content'>,
): Promise<string> {
  return command(viewer, ({ tx }) =>
    addFile(tx, viewer, {
      ...content,
      subject,
      subjectId: null,
      rights: [],
      departmentId: viewer.departmentId,
      projectId: '0',
    }),
  );
}

/** References of a row to uploaded files, with field and label for the error. */
export interface UploadReferences {
  ids: readonly string[];
  /** File ids that the row already refers to. */
  former: readonly string[];
  /** Feature that the files were uploaded for. */
  subject: string;
  /** Field of the input. */
  field: string;
  /** Label in the error: 附件, 图片, 封面. */
  label: string;
}

/** Validates files of a row: its former ones and the author's uploads; 400 for any other. */
export async function validateUploads(tx: Db, viewer: Viewer, input: UploadReferences): Promise<string[]> {
  const added = input.ids.filter((id) => !input.former.includes(id));
  if (added.length > 0) {
    const row = await tx.row(sql<{ n: number }>`
      select count(*)::int as n from file where id = any(${bigints(added)}) and subject = ${input.subject}
        and owner_id = ${viewer.userId} and deleted_at is null`);
    if (row?.n !== added.length) throw invalidField(input.field, `${input.label}不存在，请重新上传`);
  }
  return [...input.ids];
}
