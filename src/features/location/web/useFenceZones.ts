import { useMemo } from 'react';
import { fenceApi } from '#features/fence/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { MapZone } from '#web/map/types.ts';
import { useCall } from '#web/screen/useCall.ts';

type FenceRow = OutputOf<typeof fenceApi.getFenceList>;

function zoneOf({ id, name, kind, shape }: FenceRow): MapZone[] {
  const look = { id: `fence${id}`, kind: kind === 'forbidden' ? 'forbidden' : 'safe', label: name } as const;
  if (shape.circle) return [{ ...look, centre: shape.circle.centre, radius: shape.circle.radius }];
  if (shape.polygon) return [{ ...look, points: [...shape.polygon] }];
  return shape.corridor ? [{ ...look, points: [...shape.corridor.points], width: shape.corridor.width }] : [];
}

/** Returns the fences of a person that are switched on. */
export function useFenceZones(customerId: string | null): readonly MapZone[] {
  const { data } = useCall(
    fenceApi.getFenceList,
    { customerId: customerId ?? '', status: ['enabled'], page: 1, limit: 50 },
    { enabled: customerId !== null },
  );
  return useMemo(() => (customerId === null ? [] : (data?.rows.flatMap(zoneOf) ?? [])), [customerId, data]);
}
