import { useMemo } from 'react';
import { type Region, regionApi } from '#shared/contract/region.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { TreeOption } from '#web/table/types.ts';

function optionsOf(regions: readonly Region[]): TreeOption[] {
  return regions.map(({ code, name, children = [] }) => ({ value: code, title: name, children: optionsOf(children) }));
}

/** Returns the regions as options of a filter; empty until they are loaded. */
export function useRegionOptions(): TreeOption[] {
  const { data } = useCall(regionApi.getRegionTree, {}, { staleTime: Number.POSITIVE_INFINITY });
  return useMemo(() => optionsOf(data ?? []), [data]);
}
