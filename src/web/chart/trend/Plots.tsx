import { type KeyboardEvent, type MouseEvent, type PointerEvent as ReactPointerEvent, useState } from 'react';
import { useWidth } from '#web/ui/useWidth.ts';
import { type Panel, type Step, stepOf } from '../series.ts';
import { daysBetween } from '../timeAxis.ts';
import { movedIndex, nearestIndex } from './cursor.ts';
import { gapText } from './gaps.ts';
import { type LevelWords, readout, readoutText } from './readout.ts';
import { TrendHead } from './TrendHead.tsx';
import { TrendPlot } from './TrendPlot.tsx';
import { useFrame } from './useFrame.ts';

/** What the plots of a chart show. */
export interface Drawn {
  /** One sign, or several under each other on one time axis. */
  panels: readonly Panel[];
  /** Ends of the time axis, ISO instants. */
  from: string;
  to: string;
  step: Step;
  /** Zone of the person's project. */
  zone: string;
  levelWords: LevelWords;
  /** Opens the source of the values at an instant, or in the hour or day around it: click, or Enter at the cross-hair. */
  onPick?: (at: string, step: Step) => void;
}

/** The plots on one time axis, with the cross-hair through all of them. */
export function Plots({ panels, from, to, step, zone, levelWords, onPick }: Drawn) {
  const [ref, width] = useWidth<HTMLDivElement>(720);
  const [index, setIndex] = useState<number | null>(null);
  const frame = useFrame(panels, from, to, step, zone, width);
  const { positions, x, plots } = frame;
  const at = index === null ? undefined : positions[index];
  const values = at === undefined ? [] : readout(panels, at, step, x.invert(6) - x.invert(0));
  const text = at === undefined ? undefined : readoutText(at, values, panels, step, zone, levelWords);
  const last = positions.length - 1;
  const cursorStep = stepOf(panels[values[0]?.panel ?? 0], step);

  const follow = (event: ReactPointerEvent<HTMLDivElement>) =>
    setIndex(nearestIndex(positions, x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left)));
  const pick = () => at !== undefined && onPick?.(new Date(at).toISOString(), cursorStep);
  // A finger reads values by touching.
  const onClick = ({ nativeEvent }: MouseEvent) =>
    !(nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') && pick();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onPick) return pick();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Without a cross-hair Esc belongs to what is around the chart.
    const moved = event.key === 'Escape' && index === null ? undefined : movedIndex(event.key, index, positions.length);
    if (moved === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setIndex(moved);
  };

  return (
    <>
      <div
        ref={ref}
        className="trend-plots"
        role="slider"
        tabIndex={0}
        aria-label={`${panels.map(({ title }) => title).join('、')}趋势，左右键逐点查看`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={index ?? Math.max(0, last)}
        aria-valuetext={text ?? (last < 0 ? '没有数据' : `${positions.length} 个时刻`)}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setIndex(null)}
        onClick={onClick}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && last >= 0 && setIndex(index ?? last)}
        onBlur={() => setIndex(null)}
        onKeyDown={onKeyDown}
      >
        {plots.map((plot, place) => (
          <div key={panels[place]?.title}>
            {place > 0 && panels[place] && <TrendHead panel={panels[place]} step={plot.step} />}
            <TrendPlot
              {...plot}
              {...{ at, cursorStep }}
              values={values.filter(({ panel }) => panel === place)}
              zone={zone}
            />
          </div>
        ))}
      </div>
      {gapNotes(panels, from, to, step, zone).map((note) => (
        <p key={note} className="mt-1 text-xs text-text3">
          {note}
        </p>
      ))}
    </>
  );
}

/** Returns the notes on gaps: one for all plots where they are the same. */
function gapNotes(panels: readonly Panel[], from: string, to: string, step: Step, zone: string): string[] {
  const [day, ...others] = daysBetween(Date.parse(from), Date.parse(to) - 1, zone);
  const notes = panels.map((panel) => gapText(panel, stepOf(panel, step), zone, others.length > 0 ? undefined : day));
  if (new Set(notes).size === 1) return notes.slice(0, 1).filter(Boolean);
  return notes.flatMap((note, place) => (note ? `${panels[place]?.title}：${note}` : []));
}
