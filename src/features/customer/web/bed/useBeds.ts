import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callListApi } from '#web/api/request.ts';
import { useScreen } from '#web/screen/screen.ts';
import { customerApi } from '../../contract.ts';

export type Bed = OutputOf<typeof customerApi.getBedList>;

/** Rows of one answer at most. */
const limit = 200;

async function allBeds(departmentId: string, first: string, signal: AbortSignal): Promise<Bed[]> {
  const beds: Bed[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, count } = await callListApi(customerApi.getBedList, { departmentId, page, limit }, { signal, first });
    beds.push(...rows);
    if (rows.length === 0 || beds.length >= count) return beds;
  }
}

/** The first department in scope that has beds; null: none has, undefined: not known yet. Not asked for where one was chosen. */
export function useFirstBedDepartment(hasSelection: boolean): string | null | undefined {
  const { active } = useScreen();
  const { data, isError } = useQuery({
    queryKey: [customerApi.getBedList.path, 'first'],
    queryFn: async ({ signal }) => {
      const { rows } = await callListApi(customerApi.getBedList, { limit: 1 }, { signal });
      return rows[0]?.departmentId ?? null;
    },
    enabled: active && !hasSelection,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? null : data;
}

/** All beds of a department and those below it, in their order; `beds` is undefined until they came. */
export function useBeds(departmentId: string | undefined) {
  const { active, path } = useScreen();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [customerApi.getBedList.path, departmentId],
    queryFn: ({ signal }) => allBeds(departmentId ?? '', path, signal),
    enabled: active && departmentId !== undefined,
    refetchOnMount: 'always',
  });
  const reload = useCallback(
    () => void client.invalidateQueries({ queryKey: [customerApi.getBedList.path] }),
    [client],
  );
  return { beds: query.data, problem: query.error ? problemText(query.error) : undefined, reload };
}
