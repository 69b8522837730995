import { lazy, Suspense } from 'react';
import type { ControlProps } from '../types.ts';

const RegionChoice = lazy(() => import('./RegionChoice.tsx'));

/** The choice of an area; its code loads when a form shows it, so that lists do not carry it. */
export function RegionField(props: ControlProps) {
  return (
    <Suspense fallback={null}>
      <RegionChoice {...props} />
    </Suspense>
  );
}
