import { useMemo } from 'react';
import type { sleepApi } from '#features/sleep/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { nightMarks } from '#shared/health/night/marks.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { FilterOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';

const exits = [0, 1, 2, 3, 5].map((value) => ({ value, label: `多于 ${value} 次` }));
const marks = Object.entries(nightMarks).map(([value, label]) => ({ value, label }));

/** Returns the filters of the list of nights. */
export function useNightFilters(): readonly FilterOf<typeof sleepApi.getNightList>[] {
  const region = useRegionFilter();
  const { data: departments } = useCall(userApi.getUserDepartmentTree, {}, { staleTime: 60_000 });
  return useMemo(
    () => [
      { kind: 'text', field: 'keyword', label: '关键字', width: 200, personal: true, placeholder: '姓名/电话/证件号' },
      { kind: 'dates', from: 'nightFrom', to: 'nightTo', label: '日期（醒来日）', unit: 'day' },
      { kind: 'select', field: 'exitsAbove', label: '离床', options: exits, width: 120 },
      { kind: 'multi', field: 'mark', label: '异常', options: marks },
      {
        ...{ kind: 'tree', field: 'departmentId', label: '部门', folded: true, width: 152 },
        options: treeOptions(departments ?? []),
      },
      { ...region, width: 140 },
    ],
    [region, departments],
  );
}
