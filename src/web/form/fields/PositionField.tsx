import { lazy, Suspense } from 'react';
import type { Position } from '#shared/district.ts';
import type { FormValues } from '../types.ts';
import { type PositionProps, positionHeight } from './position.ts';

const PositionMap = lazy(() => import('./PositionMap.tsx'));

/**
 * 地图选点: a click or a drag of the pin sets the form's `lat` and `lng` (WGS-84) through `picked`. The figures have fields
 * of their own, so that the form works without a map. The map's code loads when a form shows it.
 */
export function PositionField(props: PositionProps) {
  return (
    <Suspense fallback={<div style={{ height: positionHeight }} />}>
      <PositionMap {...props} />
    </Suspense>
  );
}

/** Returns the form values with `lat` and `lng` of the position picked in the field `place`. */
export function picked(values: FormValues): FormValues {
  const { place, ...rest } = values;
  if (place === undefined) return values;
  const position = place as Position | null;
  return { ...rest, lat: position?.lat, lng: position?.lng };
}
