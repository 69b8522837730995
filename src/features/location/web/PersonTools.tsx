import { Crosshair, LocateFixed, Phone, Route, Shapes } from 'lucide-react';
import { useState } from 'react';
import { isLocating, locateText } from '#features/warnTrack/web/service.ts';
import { unlocated } from '#shared/codes.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { Slots, slotsOf } from '#web/screen/Slots.tsx';
import { Button } from '#web/ui/Button.tsx';
import './slots.ts';
import type { Person } from './placePoints.ts';

interface Props {
  person: Person;
  following: boolean;
  tracking: boolean;
  calling: boolean;
  onLocate: () => Promise<void>;
  onFollow: (on: boolean) => void;
  onTrack: (on: boolean) => void;
  onCall: (on: boolean) => void;
}

/** Returns why nothing can be located now; null if it can. */
function refusalOf({ agreement, devices }: Person): string | null {
  if (agreement !== 'valid') return unlocated[agreement];
  return devices.some(({ canLocate }) => canLocate) ? null : '没有可以立即定位的设备';
}

/** 立即定位 of a person, and its outcome. */
export function useLocateButton(person: Person, onLocate: () => Promise<void>) {
  const now = useNow(1000);
  const [asking, setAsking] = useState(false);
  const refusal = refusalOf(person);
  const locating = isLocating(person.locate, now);
  const ask = async () => {
    setAsking(true);
    await onLocate();
    setAsking(false);
  };
  const button = (
    <Button
      disabled={refusal !== null || asking || locating}
      title={refusal ?? (locating ? '正在等待设备返回位置' : '请设备现在上报一次位置')}
      onClick={() => void ask()}
    >
      <LocateFixed size={15} aria-hidden="true" />
      立即定位
    </Button>
  );
  const outcome = (
    <span className="locate-state px-2 rounded-md text-[13px] empty:hidden" role="status">
      {locateText(person.locate, person.place?.at ?? null, now)}
    </span>
  );
  return { button, outcome };
}

/** What can be done with the chosen person, and the outcome of 立即定位. */
export function PersonTools(props: Props) {
  const { person, following, tracking, calling, onLocate, onFollow, onTrack, onCall } = props;
  const { customerId, name, agreement, place, lostWarnId } = person;
  const { button, outcome } = useLocateButton(person, onLocate);
  const noTrack = agreement === 'valid' ? null : unlocated[agreement];
  return (
    <div className="person-tools flex flex-wrap items-center gap-2" role="toolbar" aria-label={`${name}的操作`}>
      {button}
      <Button
        aria-pressed={following}
        disabled={!place}
        title={place ? '地图跟随此人，每 2 秒更新；移动地图即停止' : '没有位置'}
        onClick={() => onFollow(!following)}
      >
        <Crosshair size={15} aria-hidden="true" />
        {following ? '停止跟随' : '跟随'}
      </Button>
      {slotsOf('locationTrack').length > 0 && can('location:track') && (
        <Button
          aria-pressed={tracking}
          disabled={noTrack !== null}
          title={noTrack ?? undefined}
          onClick={() => onTrack(!tracking)}
        >
          <Route size={15} aria-hidden="true" />
          轨迹
        </Button>
      )}
      <a className="button inline-flex items-center" href={`#/location/list/fence?customerId=${customerId}`}>
        <Shapes size={15} aria-hidden="true" />
        围栏
      </a>
      <Button aria-pressed={calling} onClick={() => onCall(!calling)}>
        <Phone size={15} aria-hidden="true" />
        呼叫
      </Button>
      <Slots name="locationTool" props={{ customerId, name, lostWarnId }} />
      {outcome}
    </div>
  );
}
