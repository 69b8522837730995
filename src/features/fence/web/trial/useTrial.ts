import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { fenceApi, type Shape } from '#features/fence/contract.ts';
import type { FixColumns } from '#shared/place/fixColumns.ts';
import { unpackFixes } from '#shared/place/fixColumns.ts';
import { type Trial, type TriedFence, type TriedFix, tryFixes } from '#shared/place/simulate.ts';
import type { Static } from '#shared/typebox.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { ownZone } from '#web/data/format.ts';
import { type CurvePoint, ringsAt, sizeOf, sizesAround } from './curve.ts';
import { dayStart, gapAfter, type TriedDay, triedDays } from './days.ts';

const day = 86_400_000;
/** Fixes up to which a drag is followed; with more the try-out waits for its end. */
export const maxFollowed = 20_000;
const noFixes: TriedFix[] = [];

interface Tried {
  fixes: TriedFix[];
  zone: string;
  more: boolean;
  /** Last instant, ms. */
  last: number;
  gap: number;
}

/** Reads the fixes of a person's last seven days, once; the first valid shape asks for them. */
function useFixes(customerId: string | undefined, fence: TriedFence | undefined) {
  const { data, error } = useQuery({
    queryKey: [fenceApi.tryFence.path, customerId],
    queryFn: async ({ signal }): Promise<Tried | undefined> => {
      if (!customerId || !fence) return undefined;
      const last = Date.now();
      const from = dayStart(last - 6 * day, ownZone());
      const { minutes, windows, ...rest } = fence;
      const input = {
        ...{ ...rest, customerId, windows: windows.map((window) => ({ ...window, days: [...window.days] })) },
        ...{ shape: fence.shape as Static<typeof Shape>, ...(minutes !== null && { minutes }) },
        ...{ from: new Date(from).toISOString(), to: new Date(last).toISOString() },
      };
      const { fixes, timeZone: zone, more } = await callApi(fenceApi.tryFence, input, { signal });
      const unpacked = unpackFixes(fixes as FixColumns);
      return { fixes: unpacked, zone, more, last, gap: gapAfter(unpacked) };
    },
    enabled: customerId !== undefined && fence !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { data, problem: error ? problemText(error) : undefined };
}

/** Rest of the shape before the curve is computed, ms, and the time it takes of each pause of the page. */
const restMs = 150;
const sliceMs = 12;

/** Computes the curve of sizes little by little while the page rests; the former one stays until then. */
function useCurve(fence: TriedFence | undefined, fixes: readonly TriedFix[], zone: string) {
  const sized = fence && sizeOf(fence);
  const isCircle = fence !== undefined && 'circle' in fence.shape;
  const sizes = sized && sizesAround(sized.size, isCircle).join();
  // The size itself moves along the curve; all else makes another one.
  const key = fence && JSON.stringify([fence, sizes], (name, value) => (/^(radius|width)$/.test(name) ? 0 : value));
  const [curve, setCurve] = useState<CurvePoint[]>();
  const point = useEffectEvent((size: number): CurvePoint[] =>
    fence ? [{ size, rings: ringsAt(fence, size, fixes, zone) }] : [],
  );
  useEffect(() => {
    // `key` stands for the fence.
    if (!key || !sizes || fixes.length === 0) return;
    const rest = sizes.split(',').map(Number);
    const points: CurvePoint[] = [];
    let timer = setTimeout(step, restMs);
    function step() {
      const until = performance.now() + sliceMs;
      while (rest.length > 0 && performance.now() < until) points.push(...point(rest.shift() ?? 0));
      if (rest.length > 0) timer = setTimeout(step);
      else setCurve(points);
    }
    return () => clearTimeout(timer);
  }, [key, sizes, fixes]);
  return sized ? curve : undefined;
}

export interface TrialResult {
  fence: TriedFence;
  fixes: readonly TriedFix[];
  trial: Trial;
  zone: string;
  days: TriedDay[];
  more: boolean;
  /** The try-out waits for the end of a drag: too many fixes. */
  isSlow: boolean;
  /** Alarms of the fence in force; undefined for a new one. */
  storedRings: number | undefined;
}

const ringsOf = ({ events }: Trial) => events.filter(({ rings }) => rings);

/**
 * Tries a fence on the last seven days of a person, here in the page, by the rule that judges live: at each change of the
 * shape, above 20,000 fixes at its end.
 * @param live the fence with the drag under way
 */
export function useTrial(
  customerId: string | undefined,
  fences: { live: TriedFence | undefined; settled: TriedFence | undefined; stored: TriedFence | undefined },
) {
  const { data, problem } = useFixes(customerId, fences.settled);
  const fixes = data?.fixes ?? noFixes;
  const zone = data?.zone ?? ownZone();
  const isSlow = fixes.length > maxFollowed;
  const fence = useDeferredValue(isSlow ? fences.settled : fences.live);
  const result = useMemo(() => {
    if (!data || !fence) return undefined;
    const trial = tryFixes(fence, data.fixes, data.zone);
    return { fence, trial, days: triedDays(fence, data.fixes, trial, data) };
  }, [data, fence]);
  const storedRings = useMemo(
    () => data && fences.stored && ringsOf(tryFixes(fences.stored, data.fixes, data.zone)).length,
    [data, fences.stored],
  );
  const curve = useCurve(fence, fixes, zone);
  const shown: TrialResult | undefined = result && {
    ...result,
    fixes,
    zone,
    isSlow,
    storedRings,
    more: data?.more ?? false,
  };
  return { shown, curve, problem, isLoading: customerId !== undefined && fence !== undefined && !data && !problem };
}
