import { sleepApi } from '#features/sleep/contract.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import type { Panel, TrendPoint } from '#web/chart/series.ts';
import { dayStart } from '#web/chart/timeAxis.ts';
import { Trend } from '#web/chart/trend/Trend.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import type { NightRow } from './listColumns.tsx';
import type { NightRecord } from './night.ts';

function pointsOf(nights: readonly NightRow[], zone: string, value: (night: NightRow) => number | null): TrendPoint[] {
  return nights.map((night) => ({ at: new Date(dayStart(night.night, zone)).toISOString(), value: value(night) }));
}

const hours = (seconds: number | null) => (seconds === null ? null : seconds / 3600);

/** Returns the panels of a trend; efficiency and sleep are missing for devices without stages. */
function panelsOf(nights: readonly NightRow[], { zone, bands }: NightRecord): Panel[] {
  const ranged = (name: string, of: (night: NightRow) => NightRow['hr'], tone: 2 | 4): Panel['series'][number] => ({
    ...{ name, tone, every: 86_400_000 },
    points: nights.map((night) => {
      const range = of(night);
      return {
        at: new Date(dayStart(night.night, zone)).toISOString(),
        value: range?.avg ?? null,
        ...(range && { min: range.min, max: range.max }),
      };
    }),
  });
  const band = (range: NightRecord['bands']['heart']) =>
    range
      ? [
          {
            ...(range.low !== null && { low: range.low }),
            ...(range.high !== null && { high: range.high }),
            label: '睡眠中正常',
          },
        ]
      : [];
  const asleep = nights.some(({ tst }) => tst !== null);
  return [
    {
      ...{ title: '在床与睡眠', unit: '小时', decimals: 1, height: 160 },
      series: [
        { name: '在床', points: pointsOf(nights, zone, ({ tib }) => hours(tib)) },
        ...(asleep ? [{ name: '睡眠', points: pointsOf(nights, zone, ({ tst }) => hours(tst)) }] : []),
      ],
    },
    ...(asleep
      ? [
          {
            title: '睡眠效率',
            unit: '%',
            height: 88,
            series: [{ name: '效率', points: pointsOf(nights, zone, ({ se }) => se) }],
          },
        ]
      : []),
    {
      title: '离床',
      unit: '次',
      height: 72,
      series: [{ name: '离床', bars: true, points: pointsOf(nights, zone, ({ exits }) => exits) }],
    },
    {
      title: '心率',
      unit: '次/分',
      height: 128,
      bands: band(bands.heart),
      series: [ranged('心率', ({ hr }) => hr, 2)],
    },
    {
      title: '呼吸',
      unit: '次/分',
      height: 72,
      decimals: 1,
      bands: band(bands.breath),
      series: [ranged('呼吸', ({ rr }) => rr, 2)],
    },
  ];
}

/** A person's nights of the last 7, 30 or 90 days. */
export function NightTrend({ night, days }: { night: NightRecord; days: '7' | '30' | '90' }) {
  const input = { customerId: night.customerId, days: Number(days) as 7 | 30 | 90 };
  const { data, problem, reload } = useCall(sleepApi.getSleepTrend, input, { keep: true });
  if (!data) return <TreeTrouble what="睡眠趋势" problem={problem} onRetry={() => void reload()} />;
  if (data.length === 0) return <p className="p-4 text-text2">近 {days} 天没有睡眠数据。</p>;
  const last = [data.at(-1)?.night ?? night.night, night.night].sort().at(-1) ?? night.night;
  const from = dayStart(dayAfter(last, 1 - input.days), night.zone);
  const to = dayStart(dayAfter(last), night.zone);
  return (
    <div className="night-trend p-4">
      <Trend
        panels={panelsOf(data, night)}
        from={new Date(from).toISOString()}
        to={new Date(to).toISOString()}
        step="day"
        zone={night.zone}
        onPick={(at) => {
          const picked = data.find(
            (one) =>
              dayStart(one.night, night.zone) <= Date.parse(at) &&
              Date.parse(at) < dayStart(dayAfter(one.night), night.zone),
          );
          if (picked) location.hash = `#/healthy/sleep_data/${picked.id}`;
        }}
      />
      <p className="mt-2 text-xs text-text2">点一夜打开它。两台设备的夜晚取覆盖更多的一台。</p>
    </div>
  );
}
