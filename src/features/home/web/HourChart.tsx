import { Lines } from '#web/chart/Lines.tsx';
import type { Loaded } from '#web/screen/useCall.ts';
import { Card } from './Card.tsx';
import type { Home } from './useHome.ts';

/** 每小时告警, today against yesterday; a table has these figures as text. */
export function HourChart({ card }: { card: Loaded<NonNullable<Home['today']>> }) {
  return (
    <Card
      title="每小时告警"
      card={card}
      lines={4}
      action={
        <span className="home-legend flex items-center gap-1.5 text-xs text-text2">
          <i /> 今天 <i className="dashed" /> 昨天
        </span>
      }
    >
      {({ hours, hoursYesterday, hour }) => <Hours today={hours.slice(0, hour + 1)} yesterday={hoursYesterday} />}
    </Card>
  );
}

function Hours({ today, yesterday }: { today: number[]; yesterday: number[] }) {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const hours = yesterday.map((n, hour) => ({ n, hour }));
  return (
    <figure className="mt-2 relative">
      <Lines
        today={today}
        previousDay={yesterday}
        label={`今天到现在 ${sum(today)} 条，昨天全天 ${sum(yesterday)} 条`}
      />
      <table className="sr-only">
        <caption>每小时告警</caption>
        <tbody>
          {hours.map(({ n, hour }) => (
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
