import { useMemo } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import type { Panel } from '#web/chart/series.ts';
import { useCall } from '#web/screen/useCall.ts';
import { bandMeal, panelOf, type SeriesAnswer } from './panel.ts';
import { type Span, stepOf } from './ranges.ts';
import type { Sign } from './signs.ts';

/** Values of a sign in a span. */
export interface SignSeries {
  answers: readonly (SeriesAnswer | undefined)[];
  problem: string | undefined;
  reload: () => Promise<void>;
}

const series = readingApi.getReadingSeries;

/** Reads the values of a sign; the same span of a sign is read once for all parts of the page. */
export function useSign(customerId: string, sign: Sign | undefined, { from, to, range }: Span): SignSeries {
  const kind = sign?.key ?? 'heart_rate';
  const other: ReadingKindName | undefined = sign?.kinds[1];
  const input = (of: ReadingKindName) => ({ customerId, kind: of, from, to, step: stepOf(of, range) });
  const main = useCall(series, input(kind), { enabled: sign !== undefined });
  // The second pressure; of glucose the values of a meal with limits of its own.
  const meal = kind === 'glucose' ? bandMeal(main.data) : undefined;
  const both = other !== undefined || meal !== undefined;
  const second = useCall(
    series,
    { ...input(other ?? kind), ...(meal && { meal }) },
    { enabled: sign !== undefined && both },
  );
  const answers = useMemo(() => (both ? [main.data, second.data] : [main.data]), [both, main.data, second.data]);
  return { answers, problem: main.problem ?? (both ? second.problem : undefined), reload: main.reload };
}

/** Returns the panel of a sign's values once all of them have arrived; stable between renders. */
export function usePanel(sign: Sign | undefined, { answers }: SignSeries, height?: number): Panel | undefined {
  return useMemo(
    () => (sign && answers.every((answer) => answer !== undefined) ? panelOf(sign, answers, height) : undefined),
    [sign, answers, height],
  );
}
