import '#web/chart/chart.css';
import { scaleLinear } from 'd3-scale';
import { useId } from 'react';
import { useWidth } from '#web/ui/useWidth.ts';
import type { Ruler } from '../ruler.ts';
import { type CoursePoint, courseSentence, rangeOf } from './points.ts';

interface Props {
  points: readonly CoursePoint[];
  ruler: Ruler | undefined;
  /** Assessment of the page: its point is filled. */
  current: string;
}

const height = 176;
/** Room above the highest value for its label, px. */
const top = 26;
const bottom = 24;
const left = 32;
/** Distance between points from which the grade fits beside the total, px. */
const roomForGrade = 92;
/** Distance between dates, px. */
const roomForDate = 62;

/** Line of the totals over the bands of the scale. */
export function CourseChart({ points, ruler, current }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>(500);
  const title = useId();
  const scored = points.flatMap((point) => (point.total === null ? [] : [{ ...point, total: point.total }]));
  const totals = scored.map(({ total }) => total);
  const range = rangeOf(totals, ruler);
  const times = scored.map(({ date }) => Date.parse(date));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const x = scaleLinear(first === last ? [first - 1, last + 1] : [first, last], [left + 24, width - 40]);
  const y = scaleLinear(range, [height - bottom, top]);
  const placed = scored.map((point) => ({ ...point, cx: x(Date.parse(point.date)), cy: y(point.total) }));
  const gaps = placed.slice(1).map(({ cx }, place) => cx - (placed[place]?.cx ?? 0));
  const hasRoom = Math.min(...gaps, Number.POSITIVE_INFINITY) >= roomForGrade;
  const dated = withDates(placed);
  return (
    <div ref={ref}>
      <svg className="plot result-plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={title}>
        <title id={title}>{courseSentence(points)}</title>
        <Ground {...{ ruler, range, y, width }} first={placed[0]?.cy} />
        <polyline points={placed.map(({ cx, cy }) => `${cx},${cy}`).join(' ')} />
        {placed.map((point, place) => (
          <Point
            key={point.id}
            point={point}
            isCurrent={point.id === current}
            isLast={place > 0 && place === placed.length - 1}
            hasRoom={hasRoom}
            hasDate={dated.has(point.id)}
          />
        ))}
      </svg>
    </div>
  );
}

interface PointProps {
  point: CoursePoint & { cx: number; cy: number };
  isCurrent: boolean;
  /** Its labels end at the right edge. */
  isLast: boolean;
  /** The grade fits beside the total. */
  hasRoom: boolean;
  hasDate: boolean;
}

function Point({ point, isCurrent, isLast, hasRoom, hasDate }: PointProps) {
  const { cx, cy, total, finalLabel, isOpen, date } = point;
  const grade = finalLabel !== null && (hasRoom || isLast) ? ` 定 ${shortGrade(finalLabel)}` : '';
  return (
    <g className={isCurrent ? 'result-point current' : 'result-point'}>
      <circle cx={cx} cy={cy} r={isCurrent ? 5 : 4} strokeDasharray={isOpen ? '2 2' : undefined} />
      <text x={isLast ? cx + 8 : cx} y={cy - 9} textAnchor={isLast ? 'end' : 'start'}>
        <tspan>{total}</tspan>
        {grade}
      </text>
      {hasDate && (
        <text x={isLast ? cx + 24 : cx} y={height - 6} textAnchor={isLast ? 'end' : 'middle'}>
          {date.slice(0, 7)}
        </text>
      )}
    </g>
  );
}

/** Returns the two characters that tell grades apart: 完好 of 能力完好, 轻度 of 轻度失能. */
const shortGrade = (label: string) => label.replace(/^能力/, '').slice(0, 2);

/** Returns the points whose date has room, the last one always. */
function withDates(placed: readonly { id: string; cx: number }[]): Set<string> {
  const shown = new Set<string>();
  let free = Number.POSITIVE_INFINITY;
  for (const { id, cx } of placed.toReversed()) {
    if (cx > free) continue;
    shown.add(id);
    free = cx - roomForDate;
  }
  return shown;
}

interface GroundProps {
  ruler: Ruler | undefined;
  range: readonly [number, number];
  y: (total: number) => number;
  width: number;
  /** Height of the first point, beside which no label lies. */
  first: number | undefined;
}

/** The first point or its label would cover a label at the upper edge of a band. */
const isCovered = (upper: number, first: number | undefined) =>
  first !== undefined && first > upper - 8 && first < upper + 36;

/** Bands behind the line, with the figures of their edges. */
function Ground({ ruler, range: [low, high], y, width, first }: GroundProps) {
  const bands = (ruler?.bands ?? []).filter(({ from, to }) => to >= low && from <= high);
  return (
    <>
      {bands.map(({ code, label, from, to }, place) => {
        const [upper, lower] = [y(Math.min(to + 1, high)), y(Math.max(from, low))];
        return (
          <g key={code}>
            <rect
              className={place % 2 === 0 ? 'result-ground' : 'result-ground odd'}
              x={left}
              width={Math.max(0, width - left)}
              y={upper}
              height={Math.max(0, lower - upper)}
            />
            {lower - upper > 16 && (
              <text x={left + 6} y={isCovered(upper, first) && lower - upper > 36 ? lower - 6 : upper + 13}>
                {label}
              </text>
            )}
            {from > low && lower - upper > 8 && (
              <text x={left - 6} y={lower + 4} textAnchor="end">
                {from}
              </text>
            )}
          </g>
        );
      })}
      {[low, high].map((value) => (
        <text key={value} x={left - 6} y={y(value) + 4} textAnchor="end">
          {value}
        </text>
      ))}
    </>
  );
}
