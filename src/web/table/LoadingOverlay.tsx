import { useEffect, useState } from 'react';

/** Delay before a loading sign is shown, ms, so that nothing flashes (look.md 5). */
const delayMs = 200;

/** Returns true once a load lasts longer than the delay. */
export function useSlow(loading: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!loading) {
      setSlow(false);
      return;
    }
    const timer = setTimeout(() => setSlow(true), delayMs);
    return () => clearTimeout(timer);
  }, [loading]);
  return loading && slow;
}

/** Overlay on the old rows while new ones load. */
export function LoadingOverlay() {
  return (
    <div className="veil absolute in-grid in-center">
      <span className="veil-word row gap-8 soft pad-x-16 pad-y-8 round on-elevated raised" role="status">
        <span className="spinner teal" />
        加载中…
      </span>
    </div>
  );
}

type SkeletonProps = {
  rows: number;
  bars: readonly { key: string; px: number }[];
  /** px */
  rowHeight: number;
};

/** Placeholder rows of the real height before the first answer. */
export function Skeleton({ rows, bars, rowHeight }: SkeletonProps) {
  return (
    <>
      <div className="skeleton" aria-hidden>
        {[...Array(rows).keys()].map((row) => (
          <div key={row} className="skeleton-row flex line-below" style={{ height: rowHeight }}>
            {bars.map(({ key, px }) => (
              <span className="row rigid pad-x-8" key={key} style={{ width: px }}>
                <i />
              </span>
            ))}
          </div>
        ))}
      </div>
      <div className="skeleton-word row gap-8 soft middle pad-x-12 pad-y-12" role="status">
        <span className="spinner teal" />
        加载中…
      </div>
    </>
  );
}
