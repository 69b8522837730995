import { duration, missing } from '#web/data/format.ts';
import { dayMinutes, type TriedDay } from './days.ts';
import { dayStamp, shortStamp } from './stamp.ts';

const share = (minutes: number) => `${(minutes / dayMinutes) * 100}%`;
const place = ({ from, to }: { from: number; to: number }) => ({ left: share(from), width: share(to - from) });
/** Parts of a day that are wide enough for words, minutes. */
const wide = 140;
/** Unconfirmed fixes of a day that are marked; more belong to a shape that is yet being drawn. */
const maxLone = 8;

const titles = { good: '在内', bad: '在外', gap: '没有定位' } as const;
const hours = [0, 6, 9, 12, 15, 18, 20, 24];

function Bar({ day }: { day: TriedDay }) {
  return (
    <div className="fence-bar relative">
      {day.segments.map(({ from, to, state }) => (
        <span
          key={from}
          className="fence-part absolute inset-y-0"
          data-state={state}
          style={place({ from, to })}
          title={titles[state]}
        >
          {state === 'gap' && to - from > wide && <small>没有定位</small>}
        </span>
      ))}
      {day.off.map(({ from, to }) => (
        <span key={from} className="fence-off absolute inset-y-0" style={place({ from, to })} title="时段外" />
      ))}
      {(day.lone.length > maxLone ? [] : day.lone).map(({ at }) => (
        <span
          key={at}
          className="fence-lone absolute"
          style={{ left: share((at - day.start) / 60_000) }}
          title="单点跳出，不报"
        />
      ))}
    </div>
  );
}

/** Alarms of a day that are named. */
const maxRings = 2;

/** Circled number, as beside the event on the map. */
const circled = (number: number) => (number <= 20 ? String.fromCodePoint(0x2460 + number - 1) : `${number}.`);

function Rings({ day, zone }: { day: TriedDay; zone: string }) {
  if (day.rings.length === 0) return <>{day.isOff ? '时段外' : missing}</>;
  const texts = day.rings.map(({ number, at }) => `${circled(number)} ${shortStamp(at, zone).slice(6)}`);
  const more = texts.length - maxRings;
  return (
    <span title={texts.join(' ')}>
      <b className="text-level2-text">{texts.slice(0, maxRings).join(' ')}</b>
      {more > 0 && ` 等 ${texts.length} 次`}
    </span>
  );
}

function outside({ badMinutes, lone }: TriedDay): string {
  if (badMinutes >= 1) return duration(Math.round(badMinutes) * 60);
  return lone.length > 0 ? `${lone.length} 点` : missing;
}

/** Seven days by hours: out of the hours of the fence pale, gaps hatched, on the wrong side orange. */
export function DayBars({ days, zone, badTitle }: { days: readonly TriedDay[]; zone: string; badTitle: string }) {
  return (
    <table className="fence-days-table w-full text-xs">
      <colgroup>
        <col className="fence-day" />
        <col />
        <col className="fence-outside" />
        <col className="fence-rings" />
      </colgroup>
      <thead>
        <tr className="text-text3">
          <th scope="col">
            <span className="sr-only">日期</span>
          </th>
          <th scope="col" className="font-normal" aria-label="时间">
            <div className="fence-hours relative h-4" aria-hidden="true">
              {hours.map((hour) => (
                <span key={hour} className="absolute" style={{ left: share(hour * 60) }}>
                  {String(hour).padStart(2, '0')}
                </span>
              ))}
            </div>
          </th>
          <th scope="col" className="font-normal text-right">
            {badTitle}
          </th>
          <th scope="col" className="font-normal text-left">
            会报
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.start}>
            <th scope="row" className="font-normal text-left whitespace-nowrap">
              {dayStamp(day.start, zone)}
            </th>
            <td>
              <Bar day={day} />
            </td>
            <td className="text-right whitespace-nowrap">{outside(day)}</td>
            <td className="whitespace-nowrap">
              <Rings day={day} zone={zone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
