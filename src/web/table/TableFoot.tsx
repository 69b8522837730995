import type { ReactNode } from 'react';
import { fullTime } from '#web/data/format.ts';

type TableFootProps = {
  children: ReactNode;
  /** When the rows were read, and how long it took, both ms. */
  at: number | undefined;
  tookMs: number | undefined;
  loading: boolean;
};

/** Foot fixed at the bottom: the pager left, the age of the rows right. */
export function TableFoot({ children, at, tookMs, loading }: TableFootProps) {
  return (
    <footer className="table-foot row between rigid line-above gap-16 pad-x-16 pad-y-4 tall-44">
      {children}
      <span className="table-age desk-only nowrap f12 faint">
        {at === undefined || tookMs === undefined
          ? loading && '加载中'
          : `更新于 ${fullTime(new Date(at).toISOString()).slice(11)} · 用时 ${Math.round(tookMs)} ms`}
      </span>
    </footer>
  );
}
