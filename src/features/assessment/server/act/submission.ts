import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';

/** Results follow from the submission: a draft has none. */
export const draftColumns = {
  status: 'draft',
  ...{ parts: null, total: null, preliminary: null, final: null, manual: false, manualGrade: null },
} as const;

/** Columns of the form without a submission; a trigger drops the signatures with the hash. */
export const unsubmitted = { hash: null, result: null, personCipher: null } as const;

/** Deletes the pictures of an assessment's signatures; call it before the signatures are dropped. */
export async function deletePictures(tx: Db, assessmentId: string): Promise<void> {
  await sql`
    update file set deleted_at = ${now} from assessment_signature s
    where s.assessment_id = ${assessmentId} and file.id = s.file_id and file.deleted_at is null`.execute(tx);
}
