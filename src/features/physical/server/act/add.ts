import type { physicalApi } from '#features/physical/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { bigints } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { attachFiles } from '../files.ts';
import { type State, stateOf } from './record.ts';
import { storePhysicals } from './store.ts';

/** Adds a draft with its reports. */
export async function addPhysical(
  viewer: Viewer,
  { fileIds = [], ...input }: InputOf<(typeof physicalApi)['addPhysical']>,
): Promise<State> {
  return command(viewer, async ({ tx }) => {
    const [id = ''] = await storePhysicals(tx, viewer, [input], { status: 'draft' });
    if (fileIds.length > 0)
      await tx
        .updateTable('physicalForm')
        .set({ fileIds: bigints(await attachFiles(tx, viewer, { id, ids: fileIds, former: [] })) })
        .where('physicalId', '=', id)
        .execute();
    return stateOf(tx, id);
  });
}
