import { hoursText, numberText } from './format.ts';
import type { NightRecord } from './night.ts';
import { lanes } from './stageLabels.ts';

/** Length and share of each stage at the end of its lane: awake of the time in bed, the others of sleep. */
export function StageShares({ night }: { night: NightRecord }) {
  const { awake, rem, light, deep, tst, tib } = night;
  const lengths = { awake, rem, light, deep };
  return (
    <table className="night-shares text-[13px]">
      <caption className="sr-only">各分期的时长和占比</caption>
      <thead>
        <tr>
          <th scope="col">时长</th>
          <th scope="col" title="清醒占在床时间，其他占睡眠时间">
            占比
          </th>
        </tr>
      </thead>
      <tbody>
        {lanes.map(({ key, label }) => {
          const seconds = lengths[key];
          const whole = key === 'awake' ? tib : tst;
          return (
            <tr key={key}>
              <td>
                <span className="night-narrow">{label}</span>
                <b>{hoursText(seconds)}</b>
              </td>
              <td className="text-text2">
                {seconds === null || !whole ? '' : `${numberText((seconds / whole) * 100, 1)}%`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
