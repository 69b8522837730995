import { scaleLinear } from 'd3-scale';
import { ticksOf } from '#web/chart/axis.ts';
import { Plot } from '#web/chart/Plot.tsx';
import { useWidth } from '#web/ui/useWidth.ts';
import type { CurvePoint } from './curve.ts';

interface Props {
  points: readonly CurvePoint[];
  title: string;
  /** Size of the fence, and of the one in force. */
  size: number;
  stored: number | undefined;
}

const height = 96;

const ringsAt = (points: readonly CurvePoint[], size: number) =>
  points.findLast((point) => point.size <= size)?.rings ?? points[0]?.rings ?? 0;

/** How often each size of the fence would have rung, as steps; the size of the fence on it. */
export function RadiusCurve({ points, title, size, stored }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>(320);
  const [first, last] = [points[0]?.size ?? 0, points.at(-1)?.size ?? 1];
  const share = (metres: number) => Math.min(1, Math.max(0, (metres - first) / (last - first)));
  const ticks = ticksOf(Math.max(...points.map(({ rings }) => rings)));
  const current = ringsAt(points, size);
  const labelled = scaleLinear([first, last], [0, 1]).ticks(4);
  return (
    <div ref={ref} className="fence-curve">
      <Plot
        {...{ width, height, ticks }}
        left={22}
        right={8}
        label={`${title} ${size} 米会报 ${current} 次；${points[0]?.size} 米 ${points[0]?.rings} 次，${last} 米 ${points.at(-1)?.rings} 次`}
      >
        {({ x, y }) => {
          const corners = points.flatMap(({ size: at, rings }, i) => {
            const former = points[i - 1]?.rings ?? rings;
            return [`${x(share(at))},${y(former)}`, `${x(share(at))},${y(rings)}`];
          });
          const at = x(share(size));
          const isLeft = share(size) > 0.6;
          return (
            <>
              {labelled.map((metres) => (
                <text key={metres} x={x(share(metres))} y={height - 4} textAnchor="middle">
                  {share(metres) < 0.04 || share(metres) > 0.94 ? '' : `${metres} m`}
                </text>
              ))}
              <polyline points={corners.join(' ')} />
              <path className="fence-cursor" d={`M${at} 6V${height - 20}`} />
              {stored !== undefined && stored !== size && (
                <circle className="fence-former" cx={x(share(stored))} cy={y(ringsAt(points, stored))} r="3.5" />
              )}
              <circle cx={at} cy={y(current)} r="4" />
              <text
                className="fence-value"
                x={at + (isLeft ? -8 : 8)}
                y={Math.max(16, y(current) - 8)}
                textAnchor={isLeft ? 'end' : 'start'}
              >
                {size} m · {current} 次
              </text>
            </>
          );
        }}
      </Plot>
    </div>
  );
}
