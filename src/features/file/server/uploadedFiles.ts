import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { addFile, type NewFile } from './store.ts';

/** Keeps what somebody uploads for a row of a feature; until a row names it, its uploader alone can open it. Answers its id. */
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

/** Which files are asked for, and in which words they are refused. */
export interface UploadReferences {
  ids: readonly string[];
  /** Those that the row already names. */
  former: readonly string[];
  /** The feature for which they were uploaded. */
  subject: string;
  /** Of the input. */
  field: string;
  /** 附件, 图片, 封面. */
  label: string;
}

/** Files that a row may name: its own former ones and the author's uploads. 400 for any other. */
export async function validateUploads(tx: Db, viewer: Viewer, input: UploadReferences): Promise<string[]> {
  const added = input.ids.filter((id) => !input.former.includes(id));
  if (added.length > 0) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from file where id = any(${bigints(added)}) and subject = ${input.subject}
        and owner_id = ${viewer.userId} and deleted_at is null`.execute(tx);
    if (rows[0]?.n !== added.length) throw invalidField(input.field, `${input.label}不存在，请重新上传`);
  }
  return [...input.ids];
}
