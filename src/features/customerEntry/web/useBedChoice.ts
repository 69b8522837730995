import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bedApi, bedName } from '#features/bed/contract.ts';
import type { CustomerRecord } from '#features/customer/contract.ts';
import { callListApi } from '#web/api/request.ts';
import type { Option } from '#web/form/types.ts';

/** Limit of free beds offered. */
const most = 200;

/** Beds that the form offers. */
export interface BedChoice {
  /** The department has beds, even if all occupied, and the customer may have one. */
  some: boolean;
  /** Free beds and the customer's current bed. */
  options: Option[];
  /** Text when no bed is found. */
  nothing: string;
  loading: boolean;
  nameOf: (id: unknown) => string | undefined;
  /** Returns why the bed cannot be assigned; undefined if it can, or until known. */
  problemOf: (id: unknown) => string | undefined;
}

async function bedsOf(departmentId: string, signal: AbortSignal) {
  const ask = (input: object) => callListApi(bedApi.getBedList, { departmentId, ...input }, { signal });
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
 * Returns the free beds of the chosen department and those below it.
 * @param record the edited customer; undefined for a new one
 */
export function useBedChoice(departmentId: unknown, record: CustomerRecord | undefined): BedChoice {
  const id = typeof departmentId === 'string' && !isOver(record) ? departmentId : undefined;
  const { data, isFetching } = useQuery({
    queryKey: [bedApi.getBedList.path, { free: id }],
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
