import type { WarnLevel } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { signTitle, signUnit } from '#shared/health/rule/sentence.ts';
import type { Band, Panel, Step } from '#web/chart/series.ts';
import type { warningApi } from '../../contract.ts';

export type Detail = OutputOf<typeof warningApi.getEarlyWarning>;
export type Courses = Detail['series'];

/** One sign, or both pressures, with what its warning adds. */
export interface SignPanel extends Panel {
  metrics: readonly string[];
  step: Step;
  /** Edges by level; of the sign of the warning alone. */
  limits: readonly { level: WarnLevel; value: number }[];
}

const pressures = ['systolic', 'diastolic'];
const decimalsOf = (metric: string) => (['temperature', 'glucose', 'weight'].includes(metric) ? 1 : 0);

const bandsOf = (band: Courses[string]['band']): Band[] =>
  band === null
    ? []
    : [{ ...(band.low !== null && { low: band.low }), ...(band.high !== null && { high: band.high }), label: '正常' }];

/** Returns the panels: that of the warning first, at most two. */
export function panelsOf({ metric, evidence }: Detail, courses: Courses): SignPanel[] {
  const signs = Object.keys(courses);
  const groups = [
    pressures.filter((sign) => signs.includes(sign)),
    ...signs.filter((sign) => !pressures.includes(sign)).map((sign) => [sign]),
  ];
  const ofWarning = (group: readonly string[]) => (group.includes(metric) ? 0 : 1);
  return groups
    .filter((group) => group.length > 0)
    .sort((a, b) => ofWarning(a) - ofWarning(b))
    .slice(0, 2)
    .map((metrics, index): SignPanel => {
      const [first = metric] = metrics;
      const own = metrics.includes(metric);
      const step = courses[first]?.step ?? 'raw';
      return {
        ...{
          metrics,
          step,
          unit: signUnit(first),
          decimals: decimalsOf(first),
          height: index === 0 ? (signs.length > metrics.length ? 232 : 280) : 110,
        },
        title: metrics.length > 1 ? '血压' : signTitle(first),
        ...(step !== 'raw' && { remark: step === 'hour' ? '每小时均值' : '每日均值' }),
        series: metrics.map((sign) => ({
          name: signTitle(sign),
          points: (courses[sign]?.points ?? []).map(({ at, avg, min, max, n }) => ({ at, value: avg, min, max, n })),
          every: step === 'raw' ? 3 * 86_400_000 : undefined,
        })) as Panel['series'],
        bands: bandsOf(courses[first]?.band ?? null),
        limits: own ? (evidence.limits as SignPanel['limits']) : [],
      };
    });
}
