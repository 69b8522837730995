import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { levelWords } from '#shared/health/codeWords.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { stepOf as stepOfPanel } from '#web/chart/series.ts';
import { weekdayOf } from '#web/chart/timeAxis.ts';
import { Trend } from '#web/chart/trend/Trend.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { type DayValue, dayValues } from './daily.ts';
import { bandMeal, panelOf, type SeriesAnswer } from './panel.ts';
import { daysOf, type Span, spanOf, stepOf } from './ranges.ts';
import { type Latest, measuredSigns, type Sign } from './signs.ts';
import './trend.css';

interface Props {
  customerId: string;
  latest: readonly Latest[];
  zone: string;
  /** End of the 30 days, ms. */
  at: number;
}

interface Printed {
  sign: Sign;
  answers: readonly SeriesAnswer[];
}

/** Signs that tell a doctor nothing. */
const unprinted: readonly ReadingKindName[] = [
  'height',
  'rollovers',
  'breath_events',
  'snore',
  'humidity',
  'room_temperature',
];
const words = { ...levelWords, 4: '提示' } as const;

/** Reads 30 days of each sign; of glucose also the values of a meal with limits of its own. */
async function readSigns(customerId: string, signs: readonly Sign[], span: Span, signal: AbortSignal) {
  const read = (kind: ReadingKindName, meal?: ReturnType<typeof bandMeal>) =>
    callApi(
      readingApi.getReadingSeries,
      { customerId, kind, from: span.from, to: span.to, step: stepOf(kind, span.range), ...(meal && { meal }) },
      { signal },
    );
  const all = signs.map(async (sign): Promise<Printed> => {
    const answers = await Promise.all(sign.kinds.map((kind) => read(kind)));
    const meal = sign.key === 'glucose' ? bandMeal(answers[0]) : undefined;
    return { sign, answers: meal ? [...answers, await read('glucose', meal)] : answers };
  });
  return (await Promise.all(all)).filter(({ answers }) => answers.some(({ points }) => points.length > 0));
}

/** 30 days of all signs for a doctor: a chart with its sentence each, then the values by day. */
export function ReadingPaper({ customerId, latest, zone, at }: Props) {
  const signs = measuredSigns(latest).filter(({ key }) => !unprinted.includes(key));
  const span = spanOf('30', at, zone);
  const { data, error } = useQuery({
    queryKey: ['readingPaper', { customerId, from: span.from, to: span.to }],
    queryFn: ({ signal }) => readSigns(customerId, signs, span, signal),
    gcTime: 0,
  });
  if (error) return <p role="alert">体征没有取到：{problemText(error)}</p>;
  if (!data) return <p>正在取 30 天的体征</p>;
  if (data.length === 0) return <p>近 30 天没有体征</p>;
  return (
    <>
      <section className="sign-paper grid gap-4">
        {data.map((printed) => (
          <Chart key={printed.sign.key} {...{ printed, span, zone }} />
        ))}
      </section>
      <DayTable {...{ data, zone, at }} />
    </>
  );
}

function Chart({ printed: { sign, answers }, span, zone }: { printed: Printed; span: Span; zone: string }) {
  const panels = useMemo(
    () => [panelOf(sign, answers, sign.kinds.length > 1 ? 140 : 112)].filter((panel) => panel !== undefined),
    [sign, answers],
  );
  const step = stepOfPanel(panels[0], 'raw');
  return <Trend {...{ panels, step, zone }} from={span.from} to={span.to} levelWords={words} />;
}

/** Values by day, newest first; days without any are absent. */
function DayTable({ data, zone, at }: { data: readonly Printed[]; zone: string; at: number }) {
  const columns = data.map(({ sign, answers }) => ({ sign, byDay: dayValues(sign, answers, zone) }));
  const days = daysOf('30', at, zone)
    .filter((day) => columns.some(({ byDay }) => byDay.has(day)))
    .reverse();
  return (
    <table className="sign-days w-full mt-4 text-xs">
      <caption className="py-1 text-left text-[13px] font-bold">近 30 天数值</caption>
      <thead>
        <tr>
          <th scope="col">日期</th>
          {columns.map(({ sign }) => (
            <th key={sign.key} scope="col" className="whitespace-nowrap">
              {sign.title} <small className="font-normal">{sign.unit}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day}>
            <th scope="row" className="whitespace-nowrap">
              {day.slice(5)} {weekdayOf(day)}
            </th>
            {columns.map(({ sign, byDay }) => (
              <td key={sign.key}>
                {byDay.get(day)?.map((value) => (
                  <Value key={value.text} value={value} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value: { text, level } }: { value: DayValue }) {
  if (level === null) return <span className="block whitespace-nowrap">{text}</span>;
  return (
    <b className="block whitespace-nowrap">
      <LevelSign level={level} size={10} /> {text} {levelWords[level]}
    </b>
  );
}
