import { TimeAxis } from '#web/chart/Axes.tsx';
import { minutesText } from './format.ts';
import type { Frame } from './frame.ts';
import { Ground } from './Ground.tsx';
import { lanes } from './stageLabels.ts';

const laneHeight = 30;
const barHeight = 16;
/** Room of the labels of exits, px. */
const top = 26;
const bottom = top + lanes.length * laneHeight;
/** Least distance of two labels of exits, px. */
const labelRoom = 84;

/** Number and length of each exit; where there is no room the number alone. */
function Exits({ night, x, width }: Pick<Frame, 'night' | 'x' | 'width'>) {
  const places = night.exitList.map(({ from, to }) => ({
    key: from,
    at: (x(Date.parse(from)) + x(Date.parse(to))) / 2,
    seconds: (Date.parse(to) - Date.parse(from)) / 1000,
  }));
  return places.map(({ key, at, seconds }, index) => {
    const next = places[index + 1]?.at ?? width;
    const isLongest = places.length > 1 && Math.abs(seconds - night.longestExit) < 2;
    return (
      <g key={key} className={isLongest ? 'night-exit longest' : 'night-exit'}>
        <circle cx={at} cy={12} r={8} />
        <text className="number" x={at} y={16} textAnchor="middle">
          {index + 1}
        </text>
        {next - at > labelRoom && (
          <text x={at + 12} y={16}>
            离床 {minutesText(seconds)} 分
          </text>
        )}
      </g>
    );
  });
}

/** Stages of a night in lanes, with exits and gaps. */
export function Stages({ night, x, ticks, width, left, right }: Frame) {
  const laneOf = (stage: number) => lanes.findIndex(({ stages }) => (stages as readonly number[]).includes(stage));
  const placed = night.segments.map((segment) => ({
    ...segment,
    start: x(Date.parse(segment.from)),
    end: x(Date.parse(segment.to)),
    lane: laneOf(segment.stage),
  }));
  const middle = (lane: number) => top + lane * laneHeight + laneHeight / 2;
  return (
    <svg className="plot night-stages" viewBox={`0 0 ${width} ${bottom + 2}`} aria-hidden="true">
      <Ground {...{ night, x, top, bottom }} />
      <TimeAxis {...{ x, ticks, top, bottom }} labels={null} />
      {lanes.map(({ key, label }, index) => (
        <g key={key}>
          <path d={`M${left} ${top + index * laneHeight}H${width - right}`} />
          <text x={left - 8} y={middle(index) + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      <path className="axis" d={`M${left} ${bottom}H${width - right}`} />
      {placed.slice(1).map((segment, index) => {
        const before = placed[index];
        if (!before || before.to !== segment.from) return null;
        return (
          <path
            key={segment.from}
            className="night-turn"
            d={`M${segment.start} ${middle(before.lane)}V${middle(segment.lane)}`}
          />
        );
      })}
      {placed.map(({ from, start, end, lane }) => (
        <rect
          key={from}
          className={`night-stage ${lanes[lane]?.key ?? ''}`}
          x={start}
          width={Math.max(1, end - start)}
          y={middle(lane) - barHeight / 2}
          height={barHeight}
          rx={2}
        />
      ))}
      {placed.length === 0 && (
        <text className="nothing" x={(left + width - right) / 2} y={(top + bottom) / 2 + 4} textAnchor="middle">
          设备不提供分期
        </text>
      )}
      <Exits {...{ night, x, width }} />
    </svg>
  );
}
