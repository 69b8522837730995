import { LocateFixed, Route } from 'lucide-react';
import { useState } from 'react';
import type { WarnDetail, WarnTrack } from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { Button } from '#web/ui/Button.tsx';
import './locate.css';
import { isLocating, locateText, trackSentence } from './track.ts';

interface Props {
  detail: WarnDetail;
  track: WarnTrack | null;
  disabled: boolean;
  reason: string | null;
  shown: boolean;
  onShow: (shown: boolean) => void;
  onLocate: () => Promise<boolean>;
}

function homeOf({ customer }: WarnDetail) {
  return customer !== null && customer.lat !== null && customer.lng !== null
    ? { lat: customer.lat, lng: customer.lng }
    : null;
}

/** 立即定位 and its outcome; 轨迹 and its summary text. */
export function LocateBar({ detail, track, disabled, reason, shown, onShow, onLocate }: Props) {
  const now = useNow(1000);
  const [asking, setAsking] = useState(false);
  if (track === null || (!track.canLocate && track.points.length === 0)) return null;
  const locating = isLocating(track.locate, now);
  const ask = async () => {
    setAsking(true);
    await onLocate();
    setAsking(false);
  };
  return (
    <div className="locate-bar max-md:[&_.button]:min-h-11 bg-container min-h-9 flex items-center gap-2 px-4 py-1 text-[13px] border-b border-line">
      {track.canLocate && (
        <Button
          className="flex-none gap-1.25 h-7 px-2.5 text-[13px]"
          disabled={disabled || asking || locating}
          title={disabled ? (reason ?? '') : locating ? '正在等待设备返回位置' : '请设备现在上报一次位置'}
          onClick={() => void ask()}
        >
          <LocateFixed size={14} aria-hidden="true" />
          立即定位
        </Button>
      )}
      {track.points.length > 0 && (
        <Button
          className="flex-none gap-1.25 h-7 px-2.5 text-[13px]"
          aria-pressed={shown}
          onClick={() => onShow(!shown)}
        >
          <Route size={14} aria-hidden="true" />
          轨迹
        </Button>
      )}
      <p className="quiet flex-1 min-w-0 text-right" role="status">
        {shown
          ? trackSentence(track.points, homeOf(detail), now)
          : locateText(track.locate, track.position?.at ?? null, now)}
      </p>
    </div>
  );
}
