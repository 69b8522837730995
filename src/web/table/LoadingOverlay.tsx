import { useEffect, useState } from 'react';

/** Nothing flashes for a load shorter than this (look.md 5), ms. */
const delayMs = 200;

/** True once a load has lasted longer than the eye should be troubled with. */
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

/** Over the old rows, which stay where they are. */
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

/** Rows of the real height before the first answer. */
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
