import type { Scale } from '#web/chart/axis.ts';
import type { TimeTick } from '#web/chart/timeAxis.ts';
import type { NightRecord } from './night.ts';

/** What all plots of a night share. */
export interface Frame {
  night: NightRecord;
  x: Scale;
  ticks: readonly TimeTick[];
  width: number;
  left: number;
  right: number;
}
