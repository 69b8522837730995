import type { ReadyRow } from '#features/import/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { storePhysicals } from '../act/store.ts';
import type { ImportedExamination } from './validate.ts';

/** Writes examinations of a file as submitted ones, with what is missing; another user reviews them. Returns their ids. */
export async function writeRows(
  { tx }: CommandContext,
  viewer: Viewer,
  rows: readonly ReadyRow[],
  jobId: string,
): Promise<string[]> {
  const examinations = rows.map(({ data }) => ({ kind: 'yearly' as const, ...(data as ImportedExamination) }));
  return storePhysicals(tx, viewer, examinations, { status: 'done', jobId });
}
