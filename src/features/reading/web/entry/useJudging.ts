import { useMemo } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { bandSetsFrom } from '#shared/health/bandSets.ts';
import { type BandSets, houseBands } from '#shared/health/bands.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { valueText } from '#shared/health/valueText.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { listTime, ownZone, todayIn } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';

/** A person's bands and last values. */
export interface Judging {
  sets: BandSets;
  last: Readonly<Partial<Record<ReadingKindName, { text: string; time: string }>>>;
}

const plain: BandSets = { own: [], illnesses: [], house: houseBands };

/** Reads the bands and the last values of a person; without the right to see them, the bands are those of the house. */
export function useJudging(customerId: string | undefined): Judging {
  const enabled = customerId !== undefined && can('archive:list');
  const input = { customerId: customerId ?? '' };
  const bands = useCall(readingApi.getBandList, input, { enabled });
  const latest = useCall(readingApi.getReadingLatest, input, { enabled });
  return useMemo(
    () => ({
      sets: bands.data ? bandSetsFrom(bands.data, todayIn(ownZone(), now())) : plain,
      last: Object.fromEntries(
        (latest.data ?? []).map(({ kind, value, at }) => [kind, { text: valueText(kind, value), time: listTime(at) }]),
      ),
    }),
    [bands.data, latest.data],
  );
}
