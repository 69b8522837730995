import type { warnApi } from '#features/warn/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type WarnRow = OutputOf<typeof warnApi.getWarnList>;
export type WarnDetail = OutputOf<typeof warnApi.getWarn>;
export type WarnTrack = OutputOf<typeof warnApi.getWarnTrack>;
export type WarnStep = WarnDetail['steps'][number];
export type WarnDispatch = WarnDetail['dispatches'][number];
export type WarnEquipment = NonNullable<WarnDetail['equipment']>;
export type WarnCustomer = NonNullable<WarnDetail['customer']>;
export type NearbyHelp = WarnDetail['nearby'][number];
