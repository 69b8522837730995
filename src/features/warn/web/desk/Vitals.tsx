import { fullTime, listTime } from '#web/format.ts';
import { useNow } from '#web/now.ts';
import type { WarnDetail } from './types.ts';

type Reading = WarnDetail['readings'][number];

/** An older value says nothing about now, ms. */
const stale = 86_400_000;

const signs: readonly { name: string; unit: string; kinds: readonly Reading['kind'][]; digits: number }[] = [
  { name: '血压', unit: 'mmHg', kinds: ['systolic', 'diastolic'], digits: 0 },
  { name: '心率', unit: '次/分', kinds: ['heart_rate'], digits: 0 },
  { name: '血氧', unit: '%', kinds: ['spo2'], digits: 0 },
  { name: '体温', unit: '℃', kinds: ['temperature'], digits: 1 },
];

/** The last values of the person's devices, each with its age; nothing where nothing was measured. */
export function Vitals({ readings }: { readings: WarnDetail['readings'] }) {
  const now = useNow(60_000);
  const shown = signs.flatMap((sign) => {
    const found = sign.kinds.map((kind) => readings.find((reading) => reading.kind === kind));
    const at = found[0]?.at;
    // A pressure of two measurements is none.
    if (at === undefined || found.some((reading) => reading?.at !== at)) return [];
    return [{ ...sign, at, text: found.map((reading) => reading?.value.toFixed(sign.digits)).join('/') }];
  });
  if (shown.length === 0) return null;
  return (
    <dl className="vitals" aria-label="最近体征">
      {shown.map(({ name, unit, at, text }) => (
        <div key={name} className={now - Date.parse(at) > stale ? 'stale' : undefined} title={fullTime(at)}>
          <dt>
            {name} <time dateTime={at}>{listTime(at, now).replace(/^(\d\d:\d\d):\d\d$/, '$1')}</time>
          </dt>
          <dd>
            <b>{text}</b> <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
