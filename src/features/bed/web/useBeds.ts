import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { bedApi } from '#features/bed/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callListApi } from '#web/api/request.ts';
import { useScreen } from '#web/screen/screen.ts';

export type Bed = OutputOf<typeof bedApi.getBedList>;

/** Maximum rows per answer. */
const limit = 200;

async function allBeds(departmentId: string, first: string, signal: AbortSignal): Promise<Bed[]> {
  const beds: Bed[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, count } = await callListApi(bedApi.getBedList, { departmentId, page, limit }, { signal, first });
    beds.push(...rows);
    if (rows.length === 0 || beds.length >= count) return beds;
  }
}

/**
 * Returns the first department in scope with beds; null: none, undefined: not known yet. Skipped if a department is
 * chosen.
 */
export function useFirstBedDepartment(hasSelection: boolean): string | null | undefined {
  const { active } = useScreen();
  const { data, isError } = useQuery({
    queryKey: [bedApi.getBedList.path, 'first'],
    queryFn: async ({ signal }) => {
      const { rows } = await callListApi(bedApi.getBedList, { limit: 1 }, { signal });
      return rows[0]?.departmentId ?? null;
    },
    enabled: active && !hasSelection,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? null : data;
}

/** Returns all beds of a department and those below it, in order; `beds` is undefined until loaded. */
export function useBeds(departmentId: string | undefined) {
  const { active, path } = useScreen();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [bedApi.getBedList.path, departmentId],
    queryFn: ({ signal }) => allBeds(departmentId ?? '', path, signal),
    enabled: active && departmentId !== undefined,
    refetchOnMount: 'always',
  });
  const reload = useCallback(() => void client.invalidateQueries({ queryKey: [bedApi.getBedList.path] }), [client]);
  return { beds: query.data, problem: query.error ? problemText(query.error) : undefined, reload };
}
