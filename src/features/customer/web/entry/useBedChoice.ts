import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callListApi } from '#web/api/request.ts';
import type { Option } from '#web/form/types.ts';
import { customerApi } from '../../contract.ts';
import { bedName } from '../bed/actions.ts';
import type { CustomerRecord } from '../record/types.ts';

/** As many free beds are offered at most. */
const most = 200;

/** The beds among which the form chooses. */
export interface BedChoice {
  /** The department has beds, if only taken ones, and the person can lie in one. */
  some: boolean;
  /** Those that are free, and the one where the person lies. */
  options: Option[];
  /** Said where none is found. */
  nothing: string;
  loading: boolean;
  nameOf: (id: unknown) => string | undefined;
  /** Why somebody cannot lie in that one; undefined where they can, or as long as that is not known. */
  problemOf: (id: unknown) => string | undefined;
}

async function bedsOf(departmentId: string, signal: AbortSignal) {
  const ask = (input: object) => callListApi(customerApi.getBedList, { departmentId, ...input }, { signal });
  const [all, free] = await Promise.all([ask({ limit: 1 }), ask({ state: ['free', 'reserved'], limit: most })]);
  const options = free.rows.map((bed) => ({
    value: bed.id,
    label: `${bed.building} ${bedName(bed)}${bed.state === 'reserved' ? '（预留）' : ''}`,
  }));
  return { some: all.count > 0, options, whole: free.count <= free.rows.length };
}

const isOver = (record: CustomerRecord | undefined) =>
  record?.serviceState === 'ended' || record?.serviceState === 'deceased';

/**
 * The free beds of the department that was chosen, and of those below it.
 * @param record of who is edited; undefined for somebody new
 */
export function useBedChoice(departmentId: unknown, record: CustomerRecord | undefined): BedChoice {
  const id = typeof departmentId === 'string' && !isOver(record) ? departmentId : undefined;
  const { data, isFetching } = useQuery({
    queryKey: [customerApi.getBedList.path, { free: id }],
    queryFn: ({ signal }) => bedsOf(id ?? '', signal),
    enabled: id !== undefined,
    refetchOnMount: 'always',
  });
  return useMemo(() => {
    const current = record?.bedId ? [{ value: record.bedId, label: record.bed?.name ?? '' }] : [];
    const options = [...current, ...(data?.options ?? [])];
    const optionOf = (bedId: unknown) => options.find(({ value }) => value === bedId);
    return {
      some: data?.some ?? false,
      options,
      nothing: data?.whole === false ? `只列出前 ${most} 张空床，请先选下级部门` : '没有空床',
      loading: isFetching,
      nameOf: (bedId) => optionOf(bedId)?.label,
      problemOf: (bedId) =>
        bedId !== undefined && data?.whole && !optionOf(bedId)
          ? '这张床位不在所选部门，或已有人，请重新选择'
          : undefined,
    };
  }, [data, isFetching, record]);
}
