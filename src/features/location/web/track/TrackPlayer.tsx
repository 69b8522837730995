import { Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { maxTrackPoints } from '#features/location/contract.ts';
import { can } from '#web/api/session.ts';
import { usePhone } from '#web/core/usePhone.ts';
import { count } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import type { TrackPanelProps } from '../slots.ts';
import type { Way } from './readWay.ts';
import { type Speed, speeds } from './replay.ts';
import { TrackBar } from './TrackBar.tsx';
import { TrackExport } from './TrackExport.tsx';
import { TrackLayer } from './TrackLayer.tsx';
import { TrackTable } from './TrackTable.tsx';
import { leftOutTexts } from './trackTable.ts';
import { useReplay } from './useReplay.ts';
import { metresText, minuteText, type WayClock } from './wayText.ts';

interface Props extends Pick<TrackPanelProps, 'onDraw'> {
  title: string;
  way: Way;
  clock: WayClock;
  input: { customerId: string; from: string; to: string };
  /** The last points are left out. */
  more: boolean;
  /** Choice of the days. */
  choice: ReactNode;
  /** Closes the panel. */
  end: ReactNode;
}

/** Tools, card and panel of the screen over the map, px; on a phone they stand below it. */
const over = { left: 344, top: 56, bottom: 120 };
const nothingOver = { left: 0, top: 0, bottom: 0 };

const speedSegments = speeds.map((speed) => ({ key: String(speed), label: `${speed}×` }));

/** Meaning of the dots of 原始点, with their number. */
function RawLegend({ leftOut }: Pick<Way, 'leftOut'>) {
  const numberOf = (why: Way['leftOut'][number]) => count(leftOut.filter((each) => each === why).length);
  return (
    <p className="track-raw flex flex-wrap gap-x-4 text-xs text-text2">
      <span data-kind="used">在轨迹中 {numberOf(null)}</span>
      <span data-kind="jump">
        {leftOutTexts.jump} {numberOf('jump')}，不计入
      </span>
      <span data-kind="inaccurate">
        {leftOutTexts.inaccurate} {numberOf('inaccurate')}，不计入
      </span>
    </p>
  );
}

/** Replays a track and draws it on the map. */
export function TrackPlayer({ title, way, clock, input, more, choice, end, onDraw }: Props) {
  const replay = useReplay(way);
  const { time, playing, setPlaying, speed, setSpeed, stepped } = replay;
  const covered = usePhone() ? nothingOver : over;
  const [raw, setRaw] = useState(false);
  const [listed, setListed] = useState(false);
  useEffect(() => {
    onDraw((camera, markers) => <TrackLayer {...{ camera, markers, way, clock, raw, time, stepped, covered }} />);
  }, [onDraw, way, clock, raw, time, stepped, covered]);
  useEffect(() => () => onDraw(null), [onDraw]);
  const Sign = playing ? Pause : Play;
  return (
    <>
      {listed && <TrackTable way={way} clock={clock} time={time} />}
      {raw && <RawLegend leftOut={way.leftOut} />}
      {more && (
        <p className="text-xs text-text2" role="status">
          只取了前 {count(maxTrackPoints)} 个点，请选择更短的时间。
        </p>
      )}
      <div className="track-row flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          className="track-play grid place-content-center rounded-full"
          aria-label={playing ? '暂停' : '播放'}
          onClick={() => setPlaying(!playing)}
        >
          <Sign size={18} aria-hidden="true" />
        </button>
        <div className="track-title">
          <b>{title}</b>
          <p className="text-[13px] text-text2 tabular-nums">
            {minuteText(way.from, clock)}–{minuteText(way.to, clock)} · {metresText(way.metres)}
          </p>
        </div>
        <TrackBar {...{ way, clock, replay }} />
        <Segments
          label="回放速度"
          segments={speedSegments}
          value={String(speed)}
          onChange={(key) => setSpeed(Number(key) as Speed)}
        />
        <div className="flex flex-wrap items-center gap-2">
          {choice}
          <Button aria-pressed={raw} title="画出每个点，也有不计入轨迹的" onClick={() => setRaw(!raw)}>
            原始点
          </Button>
          <Button aria-pressed={listed} onClick={() => setListed(!listed)}>
            表格
          </Button>
          {can('location:export') && <TrackExport input={{ ...input, raw }} />}
          {end}
        </div>
      </div>
    </>
  );
}
