import { useMemo } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { bandSetsFrom } from '#shared/health/bandSets.ts';
import { type BandRow, rowsFor } from '#shared/health/bands.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';

export interface Limits {
  /** Awake, then asleep where that differs. */
  bands: readonly BandRow[];
  /** Whose they are: 本人, 慢病, 全院. */
  owner: string | undefined;
}

export const noLimits: Limits = { bands: [], owner: undefined };

/** Returns the bands by which a sign is judged today: of a person, else of the house. */
export function useLimits(metric: string, customerId: string | undefined): Limits {
  const { data } = useCall(readingApi.getBandList, customerId === undefined ? {} : { customerId }, {
    enabled: can('archive:list'),
    staleTime: 60_000,
  });
  return useMemo(() => {
    if (!data) return noLimits;
    const stored = customerId === undefined ? data.filter(({ chronic }) => chronic === null) : data;
    const sets = bandSetsFrom(stored, todayIn(ownZone(), now()));
    const awake = rowsFor({ kind: metric, meal: null, asleep: false }, sets);
    const asleep = rowsFor({ kind: metric, meal: null, asleep: true }, sets).filter((row) => row.asleep);
    const [first] = awake;
    const owner = first && (sets.own.includes(first) ? '本人' : sets.house.includes(first) ? '全院' : '慢病');
    return { bands: [...awake, ...asleep], owner };
  }, [data, metric, customerId]);
}
