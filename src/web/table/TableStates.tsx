import { Button as AntButton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '#web/core/texts.ts';
import { fullTime } from '#web/data/format.ts';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Empty as Plate } from '#web/ui/Empty.tsx';
import type { ActiveFilter } from './filter/activeFilters.tsx';
import type { Problem } from './rowsState.ts';
import './table.css';
import { Strip } from '#web/ui/Strip.tsx';

/** 暂无数据 with the reason and a way out. */
export function Empty({
  rowLabel,
  activeFilters,
  empty,
  onDrop,
  onReset,
}: {
  rowLabel: string;
  activeFilters: readonly ActiveFilter[];
  empty: ReactNode;
  /** Removes the last filter. */
  onDrop: (last: ActiveFilter) => void;
  onReset: () => void;
}) {
  const last = activeFilters.at(-1);
  if (!last) {
    return empty ?? <EmptyState reason={`还没有${rowLabel}。`} />;
  }
  const filterText = activeFilters.map((entry) => entry.text).join('、');
  return (
    <EmptyState reason={`没有符合「${filterText}」的${rowLabel}`}>
      <AntButton onClick={() => onDrop(last)}>去掉「{last.text}」</AntButton>
      {activeFilters.length > 1 && (
        <AntButton type="link" onClick={onReset}>
          重置筛选
        </AntButton>
      )}
    </EmptyState>
  );
}

/** 暂无数据 with its reason and, as children, the ways out. */
export function EmptyState({ reason, children }: { reason: string; children?: ReactNode }) {
  return (
    <StateMessage sign={<ListSign />} title="暂无数据" why={reason}>
      {children}
    </StateMessage>
  );
}

/** The error message of the server or of the fault, with 重试 and the trace id for the log. */
export function ErrorState({
  rowLabel,
  problem,
  onRetry,
}: {
  rowLabel: string;
  problem: Problem;
  onRetry: () => void;
}) {
  const { msg, traceId, kind } = problem;
  return (
    <StateMessage
      sign={<PulseSign />}
      title={msg}
      why={kind === 'thrown' ? `${rowLabel}列表没有取到。告警接收不受影响。` : undefined}
    >
      <AntButton type="primary" onClick={onRetry}>
        重试 <kbd>R</kbd>
      </AntButton>
      {traceId && (
        <AntButton type="link" onClick={() => void copy(traceId)}>
          复制编号
        </AntButton>
      )}
      <span className="w-full mono text-xs text-text3">
        {traceId && `trace ${traceId} · `}
        {fullTime(new Date(problem.at).toISOString()).slice(11)}
      </span>
    </StateMessage>
  );
}

/** Copies a text; without HTTPS there is no clipboard, so the user selects the id beside the button. */
async function copy(text: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (copied) {
    toast.success('编号已复制');
  } else {
    toast.warning(`${texts.failed}：浏览器不允许复制，请手工选取编号`);
  }
}

function StateMessage({
  sign,
  title,
  why: reason,
  children,
}: {
  sign: ReactNode;
  title: string;
  why?: string;
  children?: ReactNode;
}) {
  return (
    <Plate className="outcome" role="status">
      {sign}
      <strong className="text-text">{title}</strong>
      {reason && <p>{reason}</p>}
      {children && <div className="flex items-center flex-wrap justify-center gap-2">{children}</div>}
    </Plate>
  );
}

function ListSign() {
  return (
    <svg
      width="64"
      height="48"
      viewBox="0 0 64 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <rect x="4" y="4" width="54" height="38" rx="3" />
      <path d="M4 15h54M11 23h22M11 31h14M53.500 38.500 59 44" />
      <circle cx="47" cy="32" r="8" />
    </svg>
  );
}

function PulseSign() {
  return (
    <svg
      width="64"
      height="48"
      viewBox="0 0 64 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M2 28h17l7-19 8 27 5-13 4 5h19" strokeLinejoin="round" />
    </svg>
  );
}

/** Notice that the rows are old because a background reload failed. */
export function StaleBar({ problem, at, onRetry }: { problem: Problem; at: number | undefined; onRetry: () => void }) {
  const since = at === undefined ? '' : `，下面是 ${fullTime(new Date(at).toISOString()).slice(11)} 的数据`;
  return (
    <Strip tone="warn" role="status">
      {problem.msg}
      {since}
      <Button kind="link" onClick={onRetry}>
        重试
      </Button>
    </Strip>
  );
}

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
    <div className="veil absolute grid place-items-center">
      <span
        className="veil-word flex items-center gap-2 text-text2 px-4 py-2 rounded-md bg-elevated shadow-md"
        role="status"
      >
        <span className="spinner text-primary-text" />
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
          <div key={row} className="skeleton-row flex border-b border-line" style={{ height: rowHeight }}>
            {bars.map(({ key, px }) => (
              <span className="flex items-center flex-none px-2" key={key} style={{ width: px }}>
                <i />
              </span>
            ))}
          </div>
        ))}
      </div>
      <div className="skeleton-word flex items-center gap-2 text-text2 justify-center px-3 py-3" role="status">
        <span className="spinner text-primary-text" />
        加载中…
      </div>
    </>
  );
}
