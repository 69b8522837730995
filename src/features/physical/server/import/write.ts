import type { ReadyRow } from '#features/import/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { storePhysical } from '../act/add.ts';
import { submitStored } from '../act/submit.ts';
import type { ImportedExamination } from './validate.ts';

/** Writes examinations of a file as submitted ones, with what is missing; another user reviews them. Returns their ids. */
export async function writeRows(
  ctx: CommandContext,
  viewer: Viewer,
  rows: readonly ReadyRow[],
  jobId: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { data } of rows) {
    const { org, ...examination } = data as ImportedExamination;
    const id = await storePhysical(ctx.tx, viewer, { kind: 'yearly', org, ...examination }, jobId);
    await submitStored(ctx.tx, viewer, id, true);
    ids.push(id);
  }
  return ids;
}
