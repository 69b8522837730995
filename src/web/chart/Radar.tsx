import './chart.css';
import { curveLinearClosed, lineRadial } from 'd3-shape';
import { useId } from 'react';
import { missing } from '#web/data/format.ts';

interface Spoke {
  label: string;
  /** Share of the full value, 0–1; null: unknown. */
  value: number | null;
  /** The same at an earlier time. */
  before?: number | null;
}

interface Props {
  title: string;
  /** At least three, clockwise from the top. */
  spokes: readonly Spoke[];
  /** px. */
  width?: number;
  height?: number;
}

const rings = [0.25, 0.5, 0.75, 1];
/** Room for the labels, px. */
const room = { x: 72, y: 40 };

const percent = (value: number | null | undefined) =>
  value === null || value === undefined ? missing : `${Math.round(value * 100)}%`;

/** Shares of several parts around a centre, with those of an earlier time as a dashed line; every figure is written. */
export function Radar({ title, spokes, width = 300, height = 224 }: Props) {
  const id = useId();
  const radius = Math.max(20, Math.min(width / 2 - room.x, height / 2 - room.y));
  const angle = (index: number) => (index * 2 * Math.PI) / spokes.length;
  const closed = (values: readonly number[]) =>
    lineRadial<number>()
      .angle((_, index) => angle(index))
      .radius((value) => value * radius)
      .curve(curveLinearClosed)([...values]) ?? '';
  const hasBefore = spokes.some(({ before }) => before !== undefined && before !== null);
  return (
    <figure className="m-0">
      <svg
        className="radar"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{radarSentence(title, spokes)}</title>
        <g transform={`translate(${width / 2} ${height / 2})`}>
          {rings.map((ring) => (
            <path key={ring} className={ring === 1 ? 'web rim' : 'web'} d={closed(spokes.map(() => ring))} />
          ))}
          {spokes.map(({ label }, index) => {
            const [x, y] = pointAt(angle(index), radius);
            return <path key={label} className="web" d={`M0 0L${x} ${y}`} />;
          })}
          {hasBefore && (
            <Outline className="before" values={spokes.map(({ before }) => before ?? null)} closed={closed} />
          )}
          <Outline className="line" values={spokes.map(({ value }) => value)} closed={closed} />
          {spokes.map(({ label, value }, index) => {
            if (value === null) return null;
            const [x, y] = pointAt(angle(index), value * radius);
            return <circle key={label} cx={x} cy={y} r="3" />;
          })}
          {spokes.map((spoke, index) => (
            <SpokeLabel key={spoke.label} spoke={spoke} angle={angle(index)} radius={radius} />
          ))}
        </g>
      </svg>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {spokes.map(({ label, value, before }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{percent(value)}</td>
              {hasBefore && <td>上次 {percent(before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Describes the chart: 「四个部分：自理 50%（上次 55%），运动 47%」. */
export function radarSentence(title: string, spokes: readonly Spoke[]): string {
  const parts = spokes.map(({ label, value, before }) =>
    before === undefined ? `${label} ${percent(value)}` : `${label} ${percent(value)}（上次 ${percent(before)}）`,
  );
  return `${title}：${parts.join('，')}`;
}

interface OutlineProps {
  className: 'line' | 'before';
  values: readonly (number | null)[];
  closed: (values: readonly number[]) => string;
}

/** Closed line through all values. With an unknown value there is none: it would invent a figure. */
function Outline({ className, values, closed }: OutlineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return null;
  return (
    <>
      {className === 'line' && <path className="ground" d={closed(known)} />}
      <path className={className} d={closed(known)} />
    </>
  );
}

/** Returns the place at an angle clockwise from the top. */
function pointAt(angle: number, distance: number): [number, number] {
  return [Math.sin(angle) * distance, -Math.cos(angle) * distance];
}

function SpokeLabel({ spoke, angle, radius }: { spoke: Spoke; angle: number; radius: number }) {
  const [x, y] = pointAt(angle, radius + 12);
  const side = Math.abs(x) < 1 ? 0 : Math.sign(x);
  const anchor = side === 0 ? 'middle' : side > 0 ? 'start' : 'end';
  if (side === 0)
    return (
      <text x={x} y={y < 0 ? y - 4 : y + 12} textAnchor={anchor}>
        {spoke.label} <tspan>{percent(spoke.value)}</tspan>
      </text>
    );
  return (
    <text x={x} y={y - 3} textAnchor={anchor}>
      {spoke.label}
      <tspan x={x} dy="16">
        {percent(spoke.value)}
      </tspan>
    </text>
  );
}
