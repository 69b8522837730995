import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { locationApi } from '#features/location/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callListApi } from '#web/api/request.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { LatLng } from './draft.ts';

export type Person = OutputOf<typeof locationApi.getPlaceList>;

/** Returns people by id with age, place and consent; those out of the viewer's scope are absent. */
export function usePeople(ids: readonly string[]): ReadonlyMap<string, Person> {
  const { data } = useQuery({
    queryKey: [locationApi.getPlaceList.path, 'fence', ids],
    queryFn: async ({ signal }) => {
      const { rows } = await callListApi(locationApi.getPlaceList, { ids: [...ids], limit: ids.length }, { signal });
      return new Map(rows.map((row) => [row.customerId, row]));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return data ?? new Map();
}

/** Returns where a person lives; undefined without an address on the map, and without a consent to be located. */
export function useHome(customerId: string | undefined): LatLng | undefined {
  const { data } = useCall(
    locationApi.getPlace,
    { customerId: customerId ?? '0' },
    { enabled: customerId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  return data?.home ?? undefined;
}
