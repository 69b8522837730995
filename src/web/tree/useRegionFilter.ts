import { useMemo, useState } from 'react';
import { type Region, regionApi } from '#shared/contract/region.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { TreeFilter, TreeOption } from '#web/table/types.ts';

function optionsOf(regions: readonly Region[]): TreeOption[] {
  return regions.map(({ code, name, children = [] }) => ({ value: code, title: name, children: optionsOf(children) }));
}

/** Returns the filter by region. Its options, 29 kB, load before the first use and for a region in the URL. */
export function useRegionFilter(): TreeFilter<'regionCode'> {
  const { query } = useScreen();
  const [used, setUsed] = useState(false);
  const enabled = used || query.has('regionCode');
  const { data } = useCall(regionApi.getRegionTree, {}, { enabled, staleTime: Number.POSITIVE_INFINITY });
  return useMemo(
    () => ({
      kind: 'tree',
      field: 'regionCode',
      label: '区域',
      options: optionsOf(data ?? []),
      folded: true,
      load: () => setUsed(true),
    }),
    [data],
  );
}
