import type { deskApi } from '#features/desk/contract.ts';
import type { warnListApi } from '#features/warnList/contract.ts';
import type { warnTrackApi } from '#features/warnTrack/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type WarnRow = OutputOf<typeof warnListApi.getWarnList>;
export type WarnDetail = OutputOf<typeof deskApi.getWarn>;
export type WarnTrack = OutputOf<typeof warnTrackApi.getWarnTrack>;
export type WarnStep = WarnDetail['steps'][number];
export type WarnDispatch = WarnDetail['dispatches'][number];
export type WarnEquipment = NonNullable<WarnDetail['equipment']>;
export type WarnCustomer = NonNullable<WarnDetail['customer']>;
export type NearbyHelp = WarnDetail['nearby'][number];
