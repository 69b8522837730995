import type { Scale } from '../axis.ts';
import { LevelMark, Mark } from '../Mark.tsx';
import type { Panel, Step } from '../series.ts';
import { momentText } from '../timeAxis.ts';
import { lookOf } from './look.ts';
import type { Reading } from './readout.ts';

interface Props {
  at: number;
  values: readonly Reading[];
  panel: Panel;
  x: Scale;
  y: Scale;
  width: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  zone: string;
  /** Step of the time on the axis; null: the time is below another plot. */
  chip: Step | null;
}

/** Distance of two figures, px. */
const lineHeight = 15;

/** Vertical line at an instant with the values of all series, and the time on the axis. */
export function TrendCursor({ at, values, panel, x, y, width, left, right, top, bottom, zone, chip }: Props) {
  const place = x(at);
  const toLeft = place > width - right - 90;
  return (
    <g className="cursor-at">
      <path className="hair" d={`M${place} ${top}V${bottom}`} />
      {spread(values.map(({ placed }) => y(placed.value))).map((textY, index) => {
        const reading = values[index];
        if (!reading) return null;
        const { series, placed, text } = reading;
        const { level } = placed.point;
        const spot = { x: x(placed.at), y: y(placed.value) };
        const { tone, shape } = lookOf(panel.series[series] ?? {}, series);
        return (
          <g key={series} className={`series${tone}`}>
            {level ? <LevelMark {...spot} level={level} size={18} /> : <Mark {...spot} shape={shape} size={64} />}
            <text
              className="figure"
              x={place + (toLeft ? -12 : 12)}
              y={textY + 4}
              textAnchor={toLeft ? 'end' : 'start'}
            >
              {text}
            </text>
          </g>
        );
      })}
      {chip && (
        <Chip text={momentText(at, zone, chip === 'day')} place={place} left={left} end={width} y={bottom + 3} />
      )}
    </g>
  );
}

/** Moves figures apart that would cover each other; keeps their order. */
function spread(heights: readonly number[]): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const moved = [...heights];
  order.slice(1).forEach((index, before) => {
    const above = moved[order[before] ?? 0] ?? 0;
    moved[index] = Math.max(moved[index] ?? 0, above + lineHeight);
  });
  return moved;
}

interface ChipProps {
  text: string;
  place: number;
  left: number;
  end: number;
  y: number;
}

function Chip({ text, place, left, end, y }: ChipProps) {
  const wide = Array.from(text).reduce((sum, char) => sum + (char > '\u2fff' ? 12 : 6.6), 12);
  const start = Math.min(Math.max(place - wide / 2, left - 30), end - wide);
  return (
    <g className="moment">
      <rect x={start} y={y} width={wide} height={17} rx={3} />
      <text x={start + wide / 2} y={y + 12.5} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
