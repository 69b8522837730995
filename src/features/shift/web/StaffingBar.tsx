import { useQuery } from '@tanstack/react-query';
import { shiftApi } from '#features/shift/contract.ts';
import { callApi } from '#web/api/request.ts';
import { Staffing } from './Staffing.tsx';

/** Polling interval, ms. */
const pollMs = 30_000;

/** Staffing gaps, kept up to date. */
export default function StaffingBar() {
  const { data } = useQuery({
    queryKey: ['staffing', shiftApi.getOnDuty.path],
    queryFn: ({ signal }) => callApi(shiftApi.getOnDuty, {}, { signal }),
    refetchInterval: pollMs,
  });
  return data ? <Staffing gaps={data.gaps} short={data.short} /> : null;
}
