import { lazy, Suspense } from 'react';
import type { Position } from '#shared/district.ts';
import { type PositionProps, positionHeight } from './position.ts';
import type { FormValues } from './types.ts';

const PositionMap = lazy(() => import('./PositionMap.tsx'));

/**
 * 地图选点: a click or a drag of the pin names the place of the form's `lat` and `lng` (WGS-84); the form moves it there
 * with `picked`. The figures themselves stand in fields of their own, so that it works without a map too. Its code is fetched
 * when a form shows it: what has a form need not carry a map.
 */
export function PositionField(props: PositionProps) {
  return (
    <Suspense fallback={<div style={{ height: positionHeight }} />}>
      <PositionMap {...props} />
    </Suspense>
  );
}

/** What a place picked in the field `place` changes in the form: its latitude and longitude. */
export function picked(values: FormValues): FormValues {
  const { place, ...rest } = values;
  if (place === undefined) return values;
  const position = place as Position | null;
  return { ...rest, lat: position?.lat, lng: position?.lng };
}
