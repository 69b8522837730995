import type { archiveApi } from '#features/archive/contract.ts';
import { joined, type OutOfBand, type Silence } from '#features/reading/server/service.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { countText, utmostText } from './signText.ts';

type Highlight = OutputOf<(typeof archiveApi)['getArchive']>['highlights'][number];

/** Level of what is worth a look and is out of no band. */
const hint = 4;
/** Days left from which a medicine is a highlight. */
export const fewDays = 5;
const most = 3;

/** What the highlights of a person follow from. */
export interface Events {
  customerId: string;
  /** Of the last seven days. */
  outOfBand: readonly OutOfBand[];
  silences: readonly Silence[];
  medicines: readonly { name: string; daysLeft: number | null }[];
}

const page = (id: string, section: string) => `/healthy/archives/${id}?section=${section}`;
/** One sign of a pressure is enough: the worse of both, on one side. */
function withoutPair(signs: readonly OutOfBand[]): OutOfBand[] {
  const ofPressure = signs.filter(({ kind }) => kind === 'systolic' || kind === 'diastolic');
  const worse = ofPressure.filter(
    (one) =>
      !ofPressure.some(
        (other) =>
          other.side === one.side &&
          other.kind !== one.kind &&
          (other.level < one.level || (other.level === one.level && other.kind === 'systolic')),
      ),
  );
  return signs.filter((sign) => !ofPressure.includes(sign) || worse.includes(sign));
}

/** Returns 收缩压 4 次高于 139，最高 168/94（11-17 07:10），提示偏高. */
function bandText(sign: OutOfBand): string {
  const hinted = sign.limit === null ? [] : [sign.side === 'high' ? '提示偏高' : '提示偏低'];
  const advised = sign.level <= 2 ? ['建议复测'] : [];
  return [countText(sign), `${utmostText(sign)}（${sign.local.slice(5)}）`, ...hinted, ...advised].join('，');
}

/** Signs that were out of their band repeatedly, or once by far. */
function bandHighlights({ customerId, outOfBand }: Events): Highlight[] {
  const bySign = Map.groupBy(outOfBand, ({ kind, side }) => `${kind} ${side}`);
  const whole = [...bySign.values()].map((days) => days.reduce(joined));
  return withoutPair(whole.filter(({ n, level }) => n > 1 || level <= 2)).map((sign) => ({
    level: sign.level,
    text: bandText(sign),
    url: `${page(customerId, 'trend')}&kind=${sign.kind}`,
  }));
}

const shortTitle = (kind: ReadingKindName) => (kind === 'systolic' ? '血压' : readingKinds[kind].title);

/** Signs that a bound device has not measured for long, those of the same days in one sentence. */
function silenceHighlights({ customerId, silences }: Events): Highlight[] {
  return [...Map.groupBy(silences, ({ days }) => days)].map(([days, kinds]) => {
    const habit = Math.round(Math.max(...kinds.map((one) => one.habit)));
    const usual = habit > 1 ? `平时约 ${habit} 天一次` : '平时每天都有';
    const titles = kinds.map(({ kind }) => shortTitle(kind)).join('、');
    return {
      level: hint,
      text: `${titles} ${days} 天没有测量，${usual}，建议补测`,
      url: `${page(customerId, 'trend')}&kind=${kinds[0]?.kind}`,
    };
  });
}

function medicineHighlights({ customerId, medicines }: Events): Highlight[] {
  return medicines
    .flatMap(({ name, daysLeft }) => (daysLeft !== null && daysLeft <= fewDays ? [{ name, daysLeft }] : []))
    .sort((a, b) => a.daysLeft - b.daysLeft)
    .map(({ name, daysLeft }) => ({
      level: hint,
      text: daysLeft > 0 ? `${name}按用量还剩 ${daysLeft} 天` : `${name}按用量已不够一天`,
      url: page(customerId, 'medicine'),
    }));
}

/** Returns at most three sentences about a person, the worst first. */
export function highlightsOf(events: Events): Highlight[] {
  return [...bandHighlights(events), ...medicineHighlights(events), ...silenceHighlights(events)]
    .sort((a, b) => (a.level ?? hint) - (b.level ?? hint))
    .slice(0, most);
}
