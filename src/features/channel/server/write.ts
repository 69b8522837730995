import type { channelApi } from '#features/channel/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import { constraintOf } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { json, now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { mergeSettings, requireAdapter } from './config.ts';
import { lockChannel, requireProject } from './scope.ts';

type Api = typeof channelApi;
type Changed = OutputOf<Api['addChannel']>;

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (constraintOf(error) === 'channel_name') throw invalidField('name', '本项目已有同名的渠道', 'unique');
    throw error;
  }
}

/** Adds a channel to a project in the viewer's scope. */
export async function addChannel(viewer: Viewer, input: InputOf<Api['addChannel']>): Promise<Changed> {
  const { projectId, kind, name } = input;
  const { config, secretCipher } = mergeSettings(await requireAdapter(kind), input.config);
  return unlessTaken(() =>
    command(viewer, async ({ tx }) => {
      await requireProject(tx, viewer, projectId);
      return tx
        .insertInto('channel')
        .values({ projectId, kind, name, config: json(config), secretCipher, createdBy: viewer.userId })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
    }),
  );
}

/** Changes name or settings; secrets that are left out stay. 409 if the channel was changed meanwhile. */
export async function editChannel(viewer: Viewer, input: InputOf<Api['editChannel']>): Promise<Changed> {
  const { id, version, name, config } = input;
  return unlessTaken(() =>
    command(viewer, async ({ tx }) => {
      const row = await lockChannel(tx, viewer, id);
      if (row.version !== version) throw await stale(tx, 'channel', id, version, row);
      const settings = config && mergeSettings(await requireAdapter(row.kind), config, row);
      return tx
        .updateTable('channel')
        .set({
          name: name ?? row.name,
          ...(settings ? { config: json(settings.config), secretCipher: settings.secretCipher } : {}),
        })
        .where('id', '=', id)
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
    }),
  );
}

/** Enables or disables a channel; nothing is sent by a disabled one. */
export async function updateChannelStatus(
  viewer: Viewer,
  { id, status }: InputOf<Api['updateChannelStatus']>,
): Promise<null> {
  return command(viewer, async ({ tx }) => {
    await lockChannel(tx, viewer, id);
    await tx
      .updateTable('channel')
      .set({ status: status as 'enabled' | 'disabled' })
      .where('id', '=', id)
      .execute();
    return null;
  });
}

/** Deletes channels; their secrets are erased. */
export async function deleteChannel(viewer: Viewer, { ids }: InputOf<Api['deleteChannel']>): Promise<null> {
  return command(viewer, async ({ tx }) => {
    for (const id of [...ids].sort()) {
      await lockChannel(tx, viewer, id);
      await tx.updateTable('channel').set({ deletedAt: now, secretCipher: null }).where('id', '=', id).execute();
    }
    return null;
  });
}
