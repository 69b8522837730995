import { useRef } from 'react';
import { levelWords } from '#shared/health/codeWords.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { type Panel, type Step, stepOf } from '#web/chart/series.ts';
import { Trend } from '#web/chart/trend/Trend.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { Span } from './ranges.ts';
import type { Sign } from './signs.ts';
import { type SignSeries, usePanel, useSign } from './useSign.ts';
import './trend.css';

/** Kinds and time of the values behind a point. */
export interface Picked {
  kinds: readonly ReadingKindName[];
  from: string;
  to: string;
}

interface Props {
  customerId: string;
  sign: Sign;
  /** A second sign below on the same time axis. */
  other?: Sign | undefined;
  span: Span;
  zone: string;
  /** Height of the plots, px. */
  heights: readonly [first: number, second: number];
  onPick?: ((picked: Picked) => void) | undefined;
}

interface Drawing {
  panels: readonly Panel[];
  from: string;
  to: string;
  step: Step;
}

/** Words of the levels in charts; readings have none of level 4. */
const words = { ...levelWords, 4: '提示' } as const;
const lengths: Readonly<Record<Step, number>> = { raw: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Returns first and last minute: of a single value, or of the hour or day with its middle at `at`, ms. */
function aroundOf(at: number, step: Step): { from: string; to: string } {
  const from = step === 'raw' ? Math.floor(at / lengths.raw) * lengths.raw : at - lengths[step] / 2;
  return { from: new Date(from).toISOString(), to: new Date(from + lengths[step] - lengths.raw).toISOString() };
}

/** Returns the last complete drawing, so that a chart stays until the next one has arrived. */
function useDrawing(panels: readonly (Panel | undefined)[], { from, to }: Span): { drawing?: Drawing; fresh: boolean } {
  const last = useRef<Drawing>(undefined);
  const [first, second] = panels;
  const complete = panels.every((panel) => panel !== undefined);
  const { current } = last;
  const same =
    current &&
    current.panels[0] === first &&
    current.panels[1] === second &&
    current.from === from &&
    current.to === to;
  if (complete && first && !same)
    last.current = { panels: second ? [first, second] : [first], from, to, step: stepOf(first, 'raw') };
  return { ...(last.current && { drawing: last.current }), fresh: complete };
}

/** Course of a sign, or of two under each other, over a span. */
export function SignChart({ customerId, sign, other, span, zone, heights, onPick }: Props) {
  const main = useSign(customerId, sign, span);
  const second = useSign(customerId, other, span);
  const panel = usePanel(sign, main, heights[0]);
  const below = usePanel(other, second, heights[1]);
  const { drawing, fresh } = useDrawing(other ? [panel, below] : [panel], span);
  const problem = main.problem ?? (other && second.problem);
  const pick = (at: string, step: Step) =>
    onPick?.({ kinds: [...sign.kinds, ...(other?.kinds ?? [])], ...aroundOf(Date.parse(at), step) });
  return (
    <div aria-busy={!fresh && !problem}>
      {problem && <Trouble title={sign.title} problem={problem} reads={[main, second]} />}
      {drawing ? (
        <div className={fresh ? undefined : 'sign-old'}>
          <Trend {...drawing} zone={zone} levelWords={words} {...(onPick && { onPick: pick })} />
        </div>
      ) : (
        !problem && <Skeleton lines={[240, 0, 0, 0]} />
      )}
    </div>
  );
}

function Trouble({ title, problem, reads }: { title: string; problem: string; reads: readonly SignSeries[] }) {
  return (
    <p className="text-[13px] text-level1-text" role="alert">
      {title}趋势没有取到：{problem}。其他部分不受影响。{' '}
      <Button kind="link" onClick={() => void Promise.all(reads.map(({ reload }) => reload()))}>
        重试
      </Button>
    </p>
  );
}
