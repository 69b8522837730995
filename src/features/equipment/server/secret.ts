import { randomBytes } from 'node:crypto';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { secretHash } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { lockEquipment } from './lockEquipment.ts';
import { endedLogins } from './logins.ts';
import { hasSecret } from './register.ts';

type Api = typeof equipmentApi;

/** Replaces the secret of a device in scope; the new one is returned only here. */
export async function renewSecret(viewer: Viewer, id: string): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  await command(viewer, async ({ tx }) => {
    const row = await lockEquipment(tx, viewer, id);
    const model = await tx
      .selectFrom('model')
      .select(['protocol', 'kind'])
      .where('id', '=', row.modelId)
      .executeTakeFirstOrThrow();
    if (!hasSecret(model)) throw new Problem(409, '这类设备的协议不用密钥');
    await tx
      .updateTable('equipment')
      .set({ secretHash: secretHash(secret) })
      .where('id', '=', row.id)
      .execute();
  });
  endedLogins();
  return secret;
}

/** Replaces the secret of a device. */
export async function resetEquipmentSecret(
  viewer: Viewer,
  { id }: InputOf<Api['resetEquipmentSecret']>,
): Promise<OutputOf<Api['resetEquipmentSecret']>> {
  return { secret: await renewSecret(viewer, id) };
}
