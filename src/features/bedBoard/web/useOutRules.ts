import { useMemo } from 'react';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { can } from '#web/api/session.ts';
import { useCall } from '#web/screen/useCall.ts';

/** Rules change rarely, ms. */
const staleTime = 300_000;

/** Returns the enabled rules about being out of bed; undefined where they are not known. */
export function useOutRules() {
  const { data } = useCall(
    earlyWarningApi.getRuleList,
    { kind: ['lasting'], metric: ['in_bed'], status: ['enabled'], limit: 200 },
    { enabled: can('earlyWarning:list'), staleTime },
  );
  return useMemo(() => data?.rows.filter(({ definition }) => definition.value === 0), [data]);
}
