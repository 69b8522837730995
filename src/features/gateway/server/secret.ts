import { renewSecret } from '#features/equipment/server/service.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireTarget } from './target.ts';

type Api = typeof gatewayApi;

/** Replaces the secret of a gateway in scope; connections with the old one end. */
export async function resetGatewaySecret(
  viewer: Viewer,
  { id }: InputOf<Api['resetGatewaySecret']>,
): Promise<OutputOf<Api['resetGatewaySecret']>> {
  await requireTarget(viewer, id);
  return { secret: await renewSecret(viewer, id) };
}
