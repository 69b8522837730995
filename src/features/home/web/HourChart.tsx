import { useId } from 'react';
import { homeApi } from '../contract.ts';
import { ticksOf } from './axis.ts';
import { Card } from './Card.tsx';
import { useCard } from './useCard.ts';

const width = 290;
const height = 112;
/** Of a digit of the axis, and of what stands beside it. */
const digit = 7;
const gap = 8;
const bottom = 20;
const top = 6;

/** 每小时告警, today against yesterday; the same figures stand in a table for those who read instead of looking. */
export function HourChart() {
  const card = useCard(homeApi.getHomeToday);
  return (
    <Card
      title="每小时告警"
      card={card}
      lines={4}
      action={
        <span className="home-legend">
          <i /> 今天 <i className="dashed" /> 昨天
        </span>
      }
    >
      {({ hours, hoursYesterday, hour }) => <Lines today={hours.slice(0, hour + 1)} yesterday={hoursYesterday} />}
    </Card>
  );
}

function byHour(values: readonly number[]): { hour: number; n: number }[] {
  return values.map((n, hour) => ({ hour, n }));
}

function Lines({ today, yesterday }: { today: number[]; yesterday: number[] }) {
  const title = useId();
  const ticks = ticksOf(Math.max(...today, ...yesterday));
  const ceiling = ticks.at(-1) ?? 1;
  const left = Math.max(2, String(ceiling).length) * digit + gap;
  const x = (hour: number) => left + ((width - left - 6) * hour) / 23;
  const y = (n: number) => top + (height - top - bottom) * (1 - n / ceiling);
  const points = (values: number[]) => values.map((n, hour) => `${x(hour)},${y(n)}`).join(' ');
  const sum = (values: number[]) => values.reduce((total, n) => total + n, 0);
  return (
    <figure className="home-chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={title}>
        <title id={title}>{`今天到现在 ${sum(today)} 条，昨天全天 ${sum(yesterday)} 条`}</title>
        {ticks.map((n) => (
          <g key={n}>
            <path className={n === 0 ? 'axis' : 'grid-line'} d={`M${left} ${y(n)}H${width - 6}`} />
            <text x={left - gap} y={y(n) + 4} textAnchor="end">
              {n}
            </text>
          </g>
        ))}
        {[0, 4, 8, 12, 16, 20].map((hour) => (
          <text key={hour} x={x(hour)} y={height - 4} textAnchor="middle">
            {String(hour).padStart(2, '0')}
          </text>
        ))}
        <polyline className="yesterday" points={points(yesterday)} />
        <polyline className="today" points={points(today)} />
        {byHour(today).map(({ n, hour }) => (
          <circle key={hour} cx={x(hour)} cy={y(n)} r="2.5" />
        ))}
      </svg>
      <table className="sr-only">
        <caption>每小时告警</caption>
        <tbody>
          {byHour(yesterday).map(({ n, hour }) => (
            <tr key={hour}>
              <th scope="row">{hour} 时</th>
              <td>今天 {today[hour] ?? '—'}</td>
              <td>昨天 {n}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
