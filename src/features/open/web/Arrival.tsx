import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { dispatchStates } from '#shared/codes.ts';
import { arrivalStates, caseLinkApi } from '#shared/contract/caseLink.ts';
import { callApi } from '#web/api/request.ts';
import { Button } from '#web/ui/Button.tsx';
import type { AnswerProps } from './OpenCase.tsx';
import { Reported } from './Reported.tsx';

interface Here {
  lat: number;
  lng: number;
  accuracy: number;
}

const refusals: Readonly<Record<number, string>> = {
  1: '没有定位权限：请在浏览器设置里允许定位',
  2: '现在定不到位，请到窗边或室外再试',
  3: '定位超时，请再试一次',
};

/** Returns the phone's position within ten seconds; else a sentence why not. */
function locate(): Promise<Here | string> {
  return new Promise((done) => {
    if (!navigator.geolocation) return done('这个浏览器不能定位');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy } }) =>
        done({ lat, lng, accuracy: Math.min(Math.round(accuracy), 100_000) }),
      ({ code }) => done(refusals[code] ?? '现在定不到位'),
      { timeout: 10_000, maximumAge: 30_000, enableHighAccuracy: true },
    );
  });
}

/** Steps 已接 · 出发 · 到场 · 完成, forward only, and the responder's position. */
export function Arrival({ token, opened, busy, send }: AnswerProps) {
  const [locating, setLocating] = useState(false);
  const [unlocated, setUnlocated] = useState<string | null>(null);
  const state = opened.dispatch?.state ?? 'sent';
  const stateIndex = (arrivalStates as readonly string[]).indexOf(state);
  if (state === 'cancelled') return <p className="text-base">派单已取消，不用再去，谢谢。</p>;
  const sendPosition = async () => {
    setLocating(true);
    const position = await locate();
    setLocating(false);
    setUnlocated(typeof position === 'string' ? `位置没有发出：${position}` : null);
    if (typeof position !== 'string') await send(() => callApi(caseLinkApi.reportPosition, { token, ...position }));
  };
  return (
    <section className="flex flex-col gap-3" aria-label="进展">
      {arrivalStates.map((next, index) => (
        <Button
          key={next}
          kind={index === stateIndex + 1 ? 'primary' : undefined}
          className="open-call text-base"
          aria-pressed={index === stateIndex}
          disabled={busy || index <= stateIndex}
          onClick={() => void send(() => callApi(caseLinkApi.reportArrival, { token, state: next }))}
        >
          {dispatchStates[next]}
        </Button>
      ))}
      {state !== 'done' && (
        <Button className="open-call text-base" disabled={busy || locating} onClick={() => void sendPosition()}>
          <MapPin size={18} aria-hidden="true" /> {locating ? '定位中…' : '发送我的位置'}
        </Button>
      )}
      {unlocated && (
        <p className="text-level1-text" role="alert">
          {unlocated}
        </p>
      )}
      <Reported report={opened.report} what={stateIndex >= 0 ? dispatchStates[state] : null} />
    </section>
  );
}
