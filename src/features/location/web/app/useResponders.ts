import { locationApi } from '#features/location/contract.ts';
import type { Position } from '#shared/district.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { useCall } from '#web/screen/useCall.ts';

export type Responder = OutputOf<typeof locationApi.getAppList>;

/** Interval of the places that responders report, ms. */
const pollMs = 5000;

export interface Responders {
  rows: readonly Responder[] | undefined;
  problem: string | undefined;
}

/** Returns who is on the way to open alarms. */
export function useResponders(): Responders {
  const { data, problem } = useCall(
    locationApi.getAppList,
    { page: 1, limit: 50 },
    { keep: true, refetchInterval: pollMs },
  );
  return { rows: data?.rows, problem };
}

/** Returns where a responder was when the link reported last; null without a report. */
export function placeOf({ lat, lng }: Responder): Position | null {
  return lat === null || lng === null ? null : { lat, lng };
}
