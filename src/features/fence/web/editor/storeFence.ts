import { fenceApi } from '#features/fence/contract.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { type DraftShape, type FenceDraft, inputOf, type StoredFence } from './draft.ts';

/** Adds or edits a fence; what the draft leaves out is emptied. */
export function storeFence(
  row: StoredFence | undefined,
  draft: FenceDraft,
  shape: DraftShape,
): Promise<{ id: string }> {
  const input = inputOf(draft, shape);
  if (!row) return callValidated(fenceApi.addFence, input);
  return callValidated(fenceApi.editFence, { minutes: null, ...input, id: row.id, version: row.version });
}
