import type { gatewayApi } from '#features/gateway/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type Gateway = OutputOf<typeof gatewayApi.getGateway>;

/** Poll interval of an open page, ms: a gateway that connects, and a child that joins, appear by themselves. */
export const pollMs = 5000;
