import type { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import type { WarnLevel } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { hoursFrom } from '#shared/health/rule/hours.ts';

type Rule = Pick<OutputOf<typeof earlyWarningApi.getRuleList>, 'definition' | 'level' | 'hours' | 'scope'>;

/** How long somebody may be out of bed now. */
export interface OutLimit {
  minutes: number;
  /** Level of the rule, once the limit is passed; null before. */
  level: WarnLevel | null;
}

/** `free`: no rule limits it now; null: not known, as a rule is for some people alone. */
export type Limit = OutLimit | 'free' | null;

const minutesOf = ({ definition }: Rule): number => Number(definition.minutes ?? 0);
const isForAll = ({ scope }: Rule): boolean => scope.all === true && scope.projectId === undefined;

/** Returns the limit of being out of bed since then, by the enabled rules. */
export function limitOf(rules: readonly Rule[], since: string, zone: string, now: number): Limit {
  const inForce = rules.filter(({ hours }) => {
    const from = hoursFrom(hours ?? null, now, zone);
    return from !== null && Date.parse(since) >= from;
  });
  const own = inForce.filter(isForAll).sort((a, b) => minutesOf(a) - minutesOf(b));
  const elapsed = (now - Date.parse(since)) / 60_000;
  const passed = own.findLast((rule) => minutesOf(rule) <= elapsed);
  if (passed) return { minutes: minutesOf(passed), level: (passed.level ?? 3) as WarnLevel };
  if (own[0]) return { minutes: minutesOf(own[0]), level: null };
  return inForce.length > 0 ? null : 'free';
}

/** Returns the limits in words: 22:00–06:00 15、30、60 分. */
export function limitsText(rules: readonly Rule[]): string {
  if (rules.length === 0) return '没有启用的离床规则';
  const hoursOf = ({ hours }: Rule) => (hours ? `${hours.from}–${hours.to}` : '全天');
  const general = [...Map.groupBy(rules.filter(isForAll), hoursOf)].map(([hours, own]) => {
    const minutes = [...new Set(own.map(minutesOf))].sort((a, b) => a - b);
    return `${hours} ${minutes.join('、')} 分`;
  });
  const some = rules.filter((rule) => !isForAll(rule)).length;
  return `离床限：${[...general, ...(some > 0 ? [`另有 ${some} 条只对部分人`] : [])].join('；')}`;
}
