import { type KeyboardEvent, useSyncExternalStore } from 'react';
import type { Way } from './readWay.ts';
import type { Replay } from './useReplay.ts';
import { minuteText, secondText, type WayClock } from './wayText.ts';

interface Props {
  way: Way;
  clock: WayClock;
  replay: Replay;
}

/** Step of an arrow key: a minute, or a two-hundredth of a long time. */
const stepOf = ({ from, to }: Way) => Math.max(60_000, (to - from) / 200);

const directions: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Bar of the replay: stops blue, times outside orange, gaps empty; dragged, or moved by arrows, space plays. */
export function TrackBar({ way, clock, replay: { time, playing, setPlaying } }: Props) {
  const at = useSyncExternalStore(time.subscribe, time.get);
  const { from, to, stops, gaps, outside } = way;
  const part = (value: number) => `${(((value - from) / (to - from || 1)) * 100).toFixed(3)}%`;
  const bands = [
    ...gaps.map((times) => ({ ...times, kind: 'gap' })),
    ...stops.map((times) => ({ ...times, kind: 'stop' })),
    ...outside.map((times) => ({ ...times, kind: 'outside' })),
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (event.key === ' ') setPlaying(!playing);
    else if (direction !== undefined) time.set(Math.min(to, Math.max(from, at + direction * stepOf(way))));
    else return;
    event.preventDefault();
  };
  return (
    <div className="track-bar flex-1">
      <div className="track-slide relative">
        <div className="track-bands absolute" aria-hidden="true">
          {bands.map((band) => (
            <i
              key={`${band.kind}${band.from}`}
              data-kind={band.kind}
              style={{ left: part(band.from), width: part(from + band.to - band.from) }}
            />
          ))}
        </div>
        <input
          type="range"
          className="absolute inset-0"
          aria-label="轨迹的时间"
          aria-valuetext={secondText(at, clock)}
          title="空格播放或暂停，方向键移动"
          min={from}
          max={to}
          step="any"
          value={at}
          onChange={({ target }) => time.set(Number(target.value))}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="flex justify-between gap-2 text-xs text-text2 tabular-nums">
        <span>{minuteText(from, clock)}</span>
        <b className="text-text">{secondText(at, clock)}</b>
        <span>{minuteText(to, clock)}</span>
      </div>
    </div>
  );
}
