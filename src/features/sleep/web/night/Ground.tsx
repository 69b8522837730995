import { useId } from 'react';
import type { Frame } from './frame.ts';

interface Props extends Pick<Frame, 'night' | 'x'> {
  top: number;
  bottom: number;
}

/** Exits hatched and gaps grey, behind a plot. */
export function Ground({ night, x, top, bottom }: Props) {
  const hatch = useId();
  const height = bottom - top;
  return (
    <>
      <defs>
        <pattern
          id={hatch}
          className="night-hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" className="ground" />
          <path d="M0 0V6" />
        </pattern>
      </defs>
      {night.gaps.map(({ from, to }) => (
        <rect
          key={from}
          className="night-gap"
          x={x(Date.parse(from))}
          width={Math.max(1, x(Date.parse(to)) - x(Date.parse(from)))}
          y={top}
          height={height}
        />
      ))}
      {night.exitList.map(({ from, to }) => (
        <rect
          key={from}
          fill={`url(#${hatch})`}
          x={x(Date.parse(from))}
          width={Math.max(2, x(Date.parse(to)) - x(Date.parse(from)))}
          y={top}
          height={height}
        />
      ))}
    </>
  );
}
