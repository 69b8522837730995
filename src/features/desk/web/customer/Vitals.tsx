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
    <dl className="vitals in-grid above-12 pad-top-10 line-above" aria-label="最近体征">
      {shown.map(({ name, unit, at, text }) => (
        <div key={name} className={now - Date.parse(at) > stale ? 'faint' : undefined} title={fullTime(at)}>
          <dt className="f12 nowrap faint">
            {name} <time dateTime={at}>{listTime(at, now).replace(/^(\d\d:\d\d):\d\d$/, '$1')}</time>
          </dt>
          <dd className="nowrap">
            <b className="f15">{text}</b> <small className="faint">{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
