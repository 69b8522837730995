import { useCallback } from 'react';
import { locationApi } from '#features/location/contract.ts';
import { isLocating } from '#features/warnTrack/web/service.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Person } from './placePoints.ts';

/** Intervals of the chosen person, ms: `fastMs` while followed, and while an answer of the device is awaited. */
const slowMs = 5000;
const fastMs = 2000;

export interface ChosenPerson {
  person: Person | undefined;
  problem: string | undefined;
  /** Asks the devices for a position; toasts a refusal. */
  locate: () => Promise<void>;
}

/** Returns the chosen person; undefined without one and until the first answer. */
export function usePerson(customerId: string | null, following: boolean): ChosenPerson {
  const { data, problem, reload } = useCall(
    locationApi.getPlace,
    { customerId: customerId ?? '' },
    {
      enabled: customerId !== null,
      refetchInterval: ({ state }) => (following || isLocating(state.data?.locate ?? null, now()) ? fastMs : slowMs),
      gcTime: 0,
    },
  );
  const locate = useCallback(async () => {
    if (customerId === null) return;
    await withToast(() => callApi(locationApi.locateCustomer, { customerId }), {
      done: '已请设备上报位置',
      failed: '没有定位',
    });
    await reload();
  }, [customerId, reload]);
  return { person: customerId === null ? undefined : data, problem, locate };
}
