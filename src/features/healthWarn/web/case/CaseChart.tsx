import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { LevelMark, Mark } from '#web/chart/Mark.tsx';
import { type Placed, runsOf, type Series, shapes } from '#web/chart/series.ts';
import { listTime } from '#web/data/format.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { placeIn, type Stretch, stretchesOf, ticksOf } from './axis.ts';
import type { Detail, SignPanel } from './panels.ts';

interface Props {
  detail: Detail;
  panels: readonly SignPanel[];
  /** ms. */
  from: number;
  until: number;
}

const left = 40;
const right = 56;
const foot = 22;

/** Breaks the runs of a series where the axis breaks. */
function brokenAt(runs: readonly Placed[][], stretches: readonly Stretch[]): Placed[][] {
  const [, today] = stretches;
  if (!today) return [...runs];
  return runs
    .flatMap((run) => [run.filter(({ at }) => at < today.from), run.filter(({ at }) => at >= today.from)])
    .filter((run) => run.length > 0);
}

/** Courses under each other on one time axis that breaks at midnight; one veil marks the samples that fired (picture 17b). */
export function CaseChart({ detail, panels, from, until }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>(640);
  const inner = Math.max(200, width - left - right);
  const stretches = stretchesOf(from, until, inner, detail.timeZone);
  const place = placeIn(stretches);
  return (
    <div className="case-chart" ref={ref}>
      {panels.map((panel, index) => (
        <PanelPlot
          key={panel.title}
          {...{ detail, panel, stretches, place, inner }}
          isLast={index === panels.length - 1}
          isNamed={index > 0}
        />
      ))}
    </div>
  );
}

interface PlotProps {
  detail: Detail;
  panel: SignPanel;
  stretches: readonly Stretch[];
  place: (at: number) => number;
  inner: number;
  isLast: boolean;
  /** Writes the sign above: the head of the chart names the first. */
  isNamed: boolean;
}

/** Samples of a panel that fired. */
const firedIn = ({ evidence }: Detail, { metrics }: SignPanel) =>
  evidence.samples
    .filter(({ metric }) => metrics.includes(metric))
    .map(({ at, value, metric }) => ({ at: Date.parse(at), value, metric }));

function PanelPlot({ detail, panel, stretches, place, inner, isLast, isNamed }: PlotProps) {
  const { height = 200, series, limits, bands = [], step } = panel;
  const fired = firedIn(detail, panel);
  const points = series.flatMap((each) => each.points);
  const values = [
    ...points.flatMap(({ value, min, max }) => [value, min, max].filter((each) => typeof each === 'number')),
    ...fired.map(({ value }) => value),
    ...limits.map(({ value }) => value),
    ...bands.flatMap(({ low, high }) => [low, high].filter((each) => each !== undefined)),
  ];
  const [lowest = 0, highest = 1] = extent(values);
  const y = scaleLinear([lowest, highest === lowest ? lowest + 1 : highest], [height - 12, 18]).nice(4);
  const [low = 0, high = 1] = y.domain();
  const whole = height + (isLast ? foot : 4);
  const tickCount = height > 150 ? 4 : 2;
  return (
    <svg
      className="plot trend case-plot"
      width={inner + left + right}
      height={whole}
      viewBox={`0 0 ${inner + left + right} ${whole}`}
      aria-hidden="true"
    >
      <g transform={`translate(${left} 0)`}>
        <Veil {...{ detail, place, inner, height }} />
        {isNamed && (
          <text className="case-sign" x={-left + 2} y={10}>
            {[panel.title, panel.unit, panel.remark].filter(Boolean).join(' · ')}
          </text>
        )}
        {bands.map((band) => (
          <g key={band.label} className="band">
            {stretches.map(({ left: start, right: end }) => (
              <rect
                key={start}
                x={start}
                width={end - start}
                y={y(band.high ?? high)}
                height={Math.max(0, y(band.low ?? low) - y(band.high ?? high))}
              />
            ))}
          </g>
        ))}
        {y.ticks(tickCount).map((tick) => (
          <g key={tick}>
            {stretches.map(({ left: start, right: end }) => (
              <path key={start} className="time" d={`M${start} ${y(tick)}H${end}`} />
            ))}
            <text x={-8} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {limits.map(({ level, value }) => (
          <g key={level} className={`level${level} case-limit`}>
            <path d={`M0 ${y(value)}H${inner}`} />
            <LevelMark x={inner + 14} y={y(value)} level={level} size={12} />
            <text x={inner + 24} y={y(value) + 4}>
              {value}
            </text>
          </g>
        ))}
        {series.map((each, index) => (
          <Line key={each.name} {...{ series: each, index, stretches, place, y }} step={step} />
        ))}
        {fired.map(({ at, value }, index) => (
          <g key={at}>
            <LevelMark x={place(at)} y={y(value)} level={detail.level} size={14} />
            {index >= fired.length - 2 && (
              <text
                className={`level${detail.level} case-value`}
                {...(index === fired.length - 1
                  ? { x: place(at), y: y(value) - 11, textAnchor: 'middle' }
                  : { x: place(at) - 10, y: y(value) + 4, textAnchor: 'end' })}
              >
                {value.toFixed(panel.decimals ?? 0)}
              </text>
            )}
          </g>
        ))}
        {detail.claimedAt !== null && (
          <g className="case-claimed">
            <path d={`M${place(Date.parse(detail.claimedAt))} 8V${height}`} />
            <text x={place(Date.parse(detail.claimedAt)) + 4} y={height - 4}>
              接
            </text>
          </g>
        )}
        {isLast &&
          ticksOf(stretches, detail.timeZone).map(({ at, labelAt, label }) => (
            <text key={at} x={place(labelAt)} y={height + 16} textAnchor="middle">
              {label}
            </text>
          ))}
      </g>
    </svg>
  );
}

/** Ground behind the time in which the samples fired. */
function Veil({ detail, place, inner, height }: Pick<PlotProps, 'detail' | 'place' | 'inner'> & { height: number }) {
  const [first, last] = extent(detail.evidence.samples.map(({ at }) => Date.parse(at)));
  if (first === undefined || last === undefined) return null;
  const start = Math.max(0, place(first) - 8);
  const end = Math.min(inner, place(last) + 8);
  return (
    <rect className={`level${detail.level} case-veil`} x={start} width={end - start} y={0} height={height}>
      <title>{`触发样本 ${listTime(new Date(first).toISOString(), Date.now(), detail.timeZone)}`}</title>
    </rect>
  );
}

interface LineProps {
  series: Series;
  index: number;
  stretches: readonly Stretch[];
  place: (at: number) => number;
  y: (value: number) => number;
  step: SignPanel['step'];
}

function Line({ series, index, stretches, place, y, step }: LineProps) {
  const runs = brokenAt(runsOf(series, step), stretches);
  const path = line<Placed>()
    .x(({ at }) => place(at))
    .y(({ value }) => y(value));
  const veil = area<Placed>()
    .x(({ at }) => place(at))
    .y0(({ point, value }) => y(point.min ?? value))
    .y1(({ point, value }) => y(point.max ?? value));
  const shape = shapes[index] ?? 'circle';
  return (
    <g className={`series${index + 1}`}>
      {step !== 'raw' && runs.map((run) => <path key={run[0]?.at} className="min-max" d={veil(run) ?? ''} />)}
      {runs.map((run) => (
        <path key={run[0]?.at} className="line" d={path(run) ?? ''} />
      ))}
      {(step === 'raw' ? runs.flat() : []).slice(-120).map(({ at, value }) => (
        <Mark key={at} x={place(at)} y={y(value)} shape={shape} size={24} />
      ))}
    </g>
  );
}
