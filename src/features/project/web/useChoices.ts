import { useMemo } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { userApi } from '#features/user/contract.ts';
import type { TreeOption } from '#web/form/types.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Option } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';

export interface Choices {
  departments: readonly TreeOption[];
  users: readonly Option[];
}

const none: readonly Option[] = [];

/** Returns the options of project forms and filters. */
export function useChoices(): Choices & { areas: readonly Option[] } {
  const { data: tree } = useCall(userApi.getUserDepartmentTree, {}, { first: true });
  const { data: options } = useCall(projectApi.getProjectOption, {}, { first: true });
  const departments = useMemo(() => treeOptions(tree ?? []), [tree]);
  return { departments, users: options?.users ?? none, areas: options?.areas ?? none };
}
