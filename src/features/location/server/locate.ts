import { consentValidityOf, customerOf } from '#features/customer/server/service.ts';
import { lastPosition } from '#features/equipment/server/service.ts';
import { askPosition, locateState, wakeSenders } from '#features/equipmentCommand/server/service.ts';
import type { locationApi } from '#features/location/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { unlocated } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof locationApi;

/**
 * Asks the customer's devices for their position (立即定位). 409 without a valid consent or such a device; asked again
 * within 30 s, the same answer, and nothing is sent.
 */
export async function locateCustomer(
  viewer: Viewer,
  { customerId }: InputOf<Api['locateCustomer']>,
): Promise<OutputOf<Api['locateCustomer']>> {
  await customerOf(viewer, customerId);
  const of = { customerId, equipmentId: null };
  await command(viewer, async ({ tx }) => {
    const consent = await consentValidityOf(tx, customerId, 'location');
    if (consent !== 'valid') throw new Problem(409, unlocated[consent]);
    await askPosition(tx, of, viewer.userId);
  });
  wakeSenders();
  const { locate } = await locateState(db, of, await lastPosition(db, of));
  if (!locate) throw new Problem(409, '没有可以立即定位的设备');
  return locate;
}
