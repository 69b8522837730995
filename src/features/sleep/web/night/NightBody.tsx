import { NightChart } from './NightChart.tsx';
import { NightSigns } from './NightSigns.tsx';
import type { NightRecord } from './night.ts';
import { OwnRange } from './OwnRange.tsx';
import { RecentNights } from './RecentNights.tsx';

/** One night: signs first, then the course, beside it the person's own range, below it the nights before. */
export function NightBody({ night }: { night: NightRecord }) {
  return (
    <>
      <NightSigns night={night} />
      <div className="night-body">
        <div className="night-course min-w-0">
          <NightChart night={night} />
          <RecentNights night={night} />
        </div>
        <OwnRange night={night} />
      </div>
    </>
  );
}
