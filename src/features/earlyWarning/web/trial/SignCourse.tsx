import type { RuleKind } from '#shared/health/rule/definition.ts';
import { signTitle, signUnit } from '#shared/health/rule/sentence.ts';
import type { RuleDraft } from '../editor/draft.ts';
import type { Comparison } from './compare.ts';
import { coded, type Line, linesOf, TrialCurve } from './TrialCurve.tsx';
import { noLimits, useLimits } from './useLimits.ts';
import { useSeries } from './useSeries.ts';

interface Props {
  draft: RuleDraft;
  /** Sign that the curve shows. */
  sign: string;
  customerId: string;
  comparison: Comparison;
  /** Ms since 1970. */
  from: number;
  to: number;
  span: { from: string; to: string };
  /** Whether the draft judges several signs: their curves are lower. */
  isOneOfMany: boolean;
  /** Whether the numbers of the warnings stand above this curve. */
  isNumbered: boolean;
}

/** Kinds whose signs have values of their own. */
const byValue: readonly RuleKind[] = ['together', 'news2'];

/** Returns the limits that a draft names itself. */
const conditionLines = ({ kind, conditions, level }: RuleDraft, sign: string): Line[] =>
  kind === 'together'
    ? conditions.flatMap(({ metric, limit }) =>
        metric === sign && limit !== undefined ? [{ value: limit, level }] : [],
      )
    : [];

/** Curve of one sign that a draft judges, with its warnings. */
export function SignCourse({ draft, sign, customerId, comparison, from, to, span, isOneOfMany, isNumbered }: Props) {
  const { kind } = draft;
  const course = useSeries({ kind: byValue.includes(kind) ? 'band' : kind, metric: sign }, customerId, span);
  const limits = useLimits(sign, customerId);
  const own = kind === 'band' ? limits : noLimits;
  return (
    <section className="px-4" aria-label={signTitle(sign)}>
      <p className="flex flex-wrap items-baseline gap-x-3 pt-2 text-[13px]">
        <b>
          {signTitle(sign)} {signUnit(sign)}
        </b>
        <span className="text-xs text-text2">
          {course?.points.length === 0 && '这段时间没有这个值'}
          {course && course.points.length > 0 && course.step !== 'raw' && '每小时或更长一段的均值'}
        </span>
      </p>
      {course && course.points.length > 0 && (
        <TrialCurve
          {...{ metric: sign, course, comparison, from, to, isNumbered }}
          {...(isOneOfMany && { height: coded.includes(sign) ? 92 : 148 })}
          lines={kind === 'band' ? linesOf(own) : conditionLines(draft, sign)}
          normal={own.bands[0]}
        />
      )}
    </section>
  );
}
