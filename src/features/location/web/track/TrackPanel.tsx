import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { locationApi } from '#features/location/contract.ts';
import { now } from '#web/core/now.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import type { TrackPanelProps } from '../slots.ts';
import { decodeTrack } from './decodeTrack.ts';
import { readWay } from './readWay.ts';
import { TrackDaysSelect } from './TrackDaysSelect.tsx';
import { TrackPlayer } from './TrackPlayer.tsx';
import { daysText, readDays, spanOf } from './trackDays.ts';
import './track.css';

/** Panel of the track of a person (picture 09): days, replay, table, export. */
export default function TrackPanel({ customerId, name, onDraw, onClose }: TrackPanelProps) {
  const { query, setQuery } = useScreen();
  const [zone, setZone] = useState(ownZone);
  const today = todayIn(zone, now());
  const days = readDays(query.get('track') ?? '', today);
  const { first, last } = days;
  const input = useMemo(() => ({ customerId, ...spanOf({ first, last }, zone) }), [customerId, first, last, zone]);
  // Asked for once: each look at a track is in the log.
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  const { data, problem, reload } = useCall(locationApi.getTrack, input, once);
  const way = useMemo(() => (data ? readWay(decodeTrack(data), data.events) : null), [data]);
  // Days are those of the person's project.
  if (data && data.timeZone !== zone) setZone(data.timeZone);
  const clock = useMemo(() => ({ zone, withDay: first !== last }), [zone, first, last]);
  const title = `${name} ${daysText(days, today)}的轨迹`;
  const end = (
    <Button kind="icon" aria-label="关闭轨迹" title="关闭轨迹" onClick={onClose}>
      <X size={16} aria-hidden="true" />
    </Button>
  );
  const choice = <TrackDaysSelect days={days} today={today} onChange={(track) => setQuery({ track })} />;
  return (
    <section className="track-panel flex flex-col gap-2 bg-elevated" aria-label={title}>
      {way ? (
        <TrackPlayer
          key={JSON.stringify(input)}
          {...{ title, way, clock, input, choice, end, onDraw }}
          more={data?.more ?? false}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <b>{title}</b>
          <p className="flex-1 text-text2" role="status">
            {problem ? `轨迹没有取到：${problem}` : data ? '这段时间没有定位' : '轨迹载入中'}
          </p>
          {problem && <Button onClick={() => void reload()}>重试</Button>}
          {choice}
          {end}
        </div>
      )}
    </section>
  );
}
