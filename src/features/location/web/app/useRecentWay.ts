import { useMemo, useState } from 'react';
import { locationApi } from '#features/location/contract.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Person } from '../placePoints.ts';
import { decodeTrack } from '../track/decodeTrack.ts';
import { readWay, type Way } from '../track/readWay.ts';
import type { WayClock } from '../track/wayText.ts';

/** Time before now that is drawn, ms. */
const recentMs = 3 * 3_600_000;

export interface RecentWay {
  way: Way;
  clock: WayClock;
}

/** Returns the way of the last hours of a person who is outside, lost or in an alarm: read once, as each look is logged. */
export function useRecentWay({ customerId, agreement, state, lostWarnId }: Person): RecentWay | null {
  const [time] = useState(() => ({
    from: new Date(now() - recentMs).toISOString(),
    to: new Date(now()).toISOString(),
  }));
  const isWanted = state === 'alarm' || state === 'outside' || lostWarnId !== null;
  const enabled = isWanted && agreement === 'valid' && can('location:track');
  const { data } = useCall(
    locationApi.getTrack,
    { customerId, ...time },
    { enabled, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  return useMemo(() => {
    const way = enabled && data ? readWay(decodeTrack(data), data.events) : null;
    return way && data ? { way, clock: { zone: data.timeZone, withDay: false } } : null;
  }, [enabled, data]);
}
