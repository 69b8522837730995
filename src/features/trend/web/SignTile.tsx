import { History } from 'lucide-react';
import { useMemo } from 'react';
import { LevelWord } from '#features/reading/web/service.ts';
import { readingKinds } from '#shared/health/readingKinds.ts';
import { Spark } from '#web/chart/Spark.tsx';
import { useNow } from '#web/core/now.ts';
import { ago, fullTime, listTime } from '#web/data/format.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { dayCourse } from './dayCourse.ts';
import { bandMeal } from './panel.ts';
import { daysOf, type Span } from './ranges.ts';
import type { Newest, Sign } from './signs.ts';
import { useSign } from './useSign.ts';
import './trend.css';

interface Props {
  customerId: string;
  sign: Sign;
  newest: Newest | undefined;
  /** The last 30 days. */
  span: Span;
  zone: string;
  /** The trend below shows this sign. */
  selected: boolean;
  onSelect: () => void;
}

const hour = 3_600_000;
/** Ages from which a value is outdated, ms: what is measured all day, and what is measured by hand. */
const staleAfter = (sign: Sign) => (readingKinds[sign.key].summary === 'points' ? 7 * 24 : 24) * hour;

/** Formats the age of a value: 2 分钟前, 今天 07:10, 昨天 06:50, 11-17 07:10. */
function ageText(at: string, now: number, zone: string): string {
  const age = now - Date.parse(at);
  if (age < hour) return ago(Math.max(0, age));
  const text = listTime(at, now, zone);
  return /^\d\d:\d\d/.test(text) ? text.replace(/^(\d\d:\d\d):\d\d/, '今天 $1') : text;
}

function Course({ customerId, sign, newest, span, zone }: Props & { newest: Newest }) {
  const { answers } = useSign(customerId, sign, span);
  const [ref, width] = useWidth<HTMLSpanElement>(160);
  const [main, ofMeal] = answers;
  const days = useMemo(() => daysOf('30', Date.parse(span.to) - 1, zone), [span.to, zone]);
  const values = useMemo(
    () => main && dayCourse(sign, main, days, zone, newest.meal),
    [sign, main, days, zone, newest.meal],
  );
  if (!values || !main) return <span ref={ref} className="sign-course" />;
  const ownLimits = newest.meal === 'fasting' || newest.meal === 'after_2h';
  const band = !ownLimits ? main.band : newest.meal === bandMeal(main) ? ofMeal?.band : undefined;
  const { low, high } = band ?? {};
  return (
    <span ref={ref} className="sign-course">
      <Spark
        values={values}
        width={width}
        height={40}
        level={newest.level}
        {...(low !== null && low !== undefined && { low })}
        {...(high !== null && high !== undefined && { high })}
      />
    </span>
  );
}

/** Newest value of a sign with level, age, source and 30 days; a press shows its trend. */
export function SignTile(props: Props) {
  const { sign, newest, zone, selected, onSelect } = props;
  const now = useNow(30_000);
  if (!newest)
    return (
      <li className="sign-tile px-4 py-3">
        <span className="text-[13px] text-text2">{sign.title}</span>
        <p className="mt-1 text-[13px] text-text3">没有测过</p>
      </li>
    );
  const old = now - Date.parse(newest.at) > staleAfter(sign);
  const age = ageText(newest.at, now, zone);
  return (
    <li className="sign-tile">
      <button
        type="button"
        className={`flex flex-col w-full h-full px-4 py-3 text-left${old ? ' sign-stale' : ''}`}
        aria-pressed={selected}
        onClick={onSelect}
      >
        <span className="flex items-center justify-between gap-2 w-full text-[13px] text-text2">
          {newest.title}
          <LevelWord level={newest.level} normal={newest.judged} />
        </span>
        <span className="sign-value">
          <b>{newest.text}</b> <small className="text-xs text-text2">{newest.unit}</small>
        </span>
        <Course {...props} newest={newest} />
        <span className="flex justify-between gap-2 w-full text-xs text-text2">
          <time
            className="flex items-center gap-1 whitespace-nowrap"
            dateTime={newest.at}
            title={fullTime(newest.at, zone)}
          >
            {old && <History size={12} aria-label="较早的值" />}
            {age}
          </time>
          <span className="truncate" title={newest.source.name}>
            {newest.source.name}
          </span>
        </span>
      </button>
    </li>
  );
}
