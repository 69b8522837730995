import type { WarnDetail } from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { vitalsShown } from './vitalsShown.ts';

/** Age from which a value is outdated, ms. */
const stale = 86_400_000;

/** Latest values of the customer's devices, each with its age; nothing without readings. */
export function Vitals({ readings }: { readings: WarnDetail['readings'] }) {
  const now = useNow(60_000);
  const shown = vitalsShown(readings);
  if (shown.length === 0) return null;
  return (
    <dl className="vitals grid mt-3 pt-2.5 border-t border-line" aria-label="最近体征">
      {shown.map(({ name, unit, at, text }) => (
        <div key={name} className={now - Date.parse(at) > stale ? 'text-text3' : undefined} title={fullTime(at)}>
          <dt className="text-xs whitespace-nowrap text-text3">
            {name} <time dateTime={at}>{listTime(at, now).replace(/^(\d\d:\d\d):\d\d$/, '$1')}</time>
          </dt>
          <dd className="whitespace-nowrap">
            <b className="text-[15px]">{text}</b> <small className="text-text3">{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
