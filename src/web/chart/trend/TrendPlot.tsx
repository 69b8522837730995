import { area, line } from 'd3-shape';
import { memo } from 'react';
import { TimeAxis, ValueAxis } from '../Axes.tsx';
import { type Scale, type ValueTicks, verticalScale } from '../axis.ts';
import { LevelMark, Mark } from '../Mark.tsx';
import { type Band, type Panel, type Placed, runsOf, type Series, type Step, stepLength } from '../series.ts';
import type { TimeTick } from '../timeAxis.ts';
import { levelPlaces } from './levelMarks.ts';
import { lookOf } from './look.ts';
import type { Reading } from './readout.ts';
import { TrendCursor } from './TrendCursor.tsx';

interface PlotProps {
  panel: Panel;
  step: Step;
  x: Scale;
  ticks: readonly TimeTick[];
  axis: ValueTicks;
  width: number;
  left: number;
  right: number;
  /** Height of the plot without the labels, px. */
  height: number;
  /** The lowest plot has the labels of the time axis. */
  isLast: boolean;
}

interface Props extends PlotProps {
  /** Instant of the cross-hair, ms. */
  at: number | undefined;
  values: readonly Reading[];
  zone: string;
  /** Step of the values at the cross-hair. */
  cursorStep: Step;
}

const top = 8;
const labels = 20;
/** Distance of a level's sign to the mark of a single value, px. */
const beside = 7;
/** Least distance of the points of a line that get marks, px. */
const apart = 9;

/** One sign over time. */
export function TrendPlot({ at, values, zone, cursorStep, ...plot }: Props) {
  const { width, height, isLast, axis, x, left, right } = plot;
  const bottom = top + height;
  const whole = bottom + (isLast ? labels : 8);
  return (
    <svg className="plot trend-plot" viewBox={`0 0 ${width} ${whole}`} aria-hidden="true">
      <Drawing {...plot} />
      {at !== undefined && (
        <TrendCursor
          {...{ values, zone, width, left, right, top, bottom }}
          at={at}
          x={x}
          y={verticalScale(axis, top, bottom)}
          chip={isLast ? cursorStep : null}
          panel={plot.panel}
        />
      )}
    </svg>
  );
}

/** Everything but the cross-hair: drawn once, however often that moves. */
const Drawing = memo(function Drawing(props: PlotProps) {
  const { panel, step, x, ticks, axis, width, left, right, height, isLast } = props;
  const bottom = top + height;
  const y = verticalScale(axis, top, bottom);
  return (
    <>
      {panel.bands?.map((band) => (
        <BandArea key={band.label} band={band} y={y} left={left} right={width - right} />
      ))}
      <TimeAxis x={x} ticks={ticks} top={top} bottom={bottom} labels={isLast ? bottom + 15 : null} />
      <ValueAxis y={y} ticks={axis.ticks} left={left} right={width - right} text={(v) => v.toFixed(axis.decimals)} />
      {panel.series.every((each) => runsOf(each, step).length === 0) && (
        <text className="nothing" x={(left + width - right) / 2} y={(top + bottom) / 2} textAnchor="middle">
          这段时间没有数据
        </text>
      )}
      {panel.series.map((series, place) => (
        <Curve key={series.name} {...{ series, place, step, x, y }} />
      ))}
    </>
  );
});

/** The normal range, cut at the ends of the axis. */
function BandArea({ band: { low, high }, y, left, right }: { band: Band; y: Scale; left: number; right: number }) {
  const [lowest = 0, highest = 1] = y.domain();
  const [from, to] = [y(Math.max(low ?? lowest, lowest)), y(Math.min(high ?? highest, highest))];
  return (
    <g className="band">
      <rect x={left} width={right - left} y={to} height={Math.max(0, from - to)} />
      {high !== undefined && <path d={`M${left} ${to}H${right}`} />}
      {low !== undefined && <path d={`M${left} ${from}H${right}`} />}
    </g>
  );
}

interface CurveProps {
  series: Series;
  place: number;
  step: Step;
  x: Scale;
  y: Scale;
}

function Curve(props: CurveProps) {
  return props.series.bars ? <BarRow {...props} /> : <Line {...props} />;
}

/** A bar for each hour or day, from 0. */
function BarRow({ series, place, step, x, y }: CurveProps) {
  const width = Math.max(2, (x(stepLength[step]) - x(0)) * 0.64);
  return (
    <g className={`series${lookOf(series, place).tone} bars`}>
      {runsOf(series, step)
        .flat()
        .map(({ at, value }) => (
          <rect key={at} x={x(at) - width / 2} y={y(value)} width={width} height={Math.max(1, y(0) - y(value))} />
        ))}
    </g>
  );
}

function Line({ series, place, step, x, y }: CurveProps) {
  const { tone, shape, line: isLine } = lookOf(series, place);
  const runs = runsOf(series, step);
  const placed = runs.flat();
  const signs = levelPlaces(placed, x, y);
  const signed = new Set(signs.map(({ at }) => at));
  const marked = isLine ? loose(runs, x) : placed;
  const path = line<Placed>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  );
  const veil = area<Placed>(
    ({ at }) => x(at),
    ({ value, point }) => y(point.min ?? value),
    ({ value, point }) => y(point.max ?? value),
  );
  const veiled = runs.filter((run) => run.some(({ point }) => point.min !== undefined && point.min !== point.max));
  return (
    <g className={`series${tone}`}>
      {veiled.map((run) => (
        <path key={run[0]?.at} className="min-max" d={veil(run) ?? ''} />
      ))}
      {isLine && runs.map((run) => <path key={run[0]?.at} className="line" d={path(run) ?? ''} />)}
      {marked
        .filter(({ at }) => !isLine || !signed.has(at))
        .map(({ at, value }) => (
          <Mark key={at} x={x(at)} y={y(value)} shape={shape} size={isLine ? 26 : 48} />
        ))}
      {signs.map(({ at, level, ...where }) =>
        isLine ? (
          <LevelMark key={at} {...where} level={level} />
        ) : (
          // The mark of a single value tells its series.
          <LevelMark key={at} x={where.x + beside} y={where.y - beside} level={level} size={11} />
        ),
      )}
    </g>
  );
}

/** Returns the points that get a mark: all where there is room, else those without a line to either side. */
function loose(runs: readonly Placed[][], x: Scale): Placed[] {
  const placed = runs.flat();
  const [first, last] = [placed[0], placed.at(-1)];
  const room = first && last ? (x(last.at) - x(first.at)) / Math.max(1, placed.length - 1) : 0;
  return room >= apart ? placed : runs.filter((run) => run.length === 1).flat();
}
