import { useMemo } from 'react';
import { statusOptions } from '#web/data/statusOptions.ts';
import type { Filter, Option, TreeOption } from '#web/table/types.ts';

/**
 * Account, name, phone; role; when it was created; department with what lies below; state (domain.md 6.6).
 * @param beside the departments stand in a tree beside the list
 */
export function useUserFilters(
  departments: readonly TreeOption[],
  roles: readonly Option[],
  beside: boolean,
): readonly Filter[] {
  return useMemo(
    () => [
      { kind: 'text', field: 'keyword', label: '关键字', placeholder: '账号 / 姓名 / 手机', width: 176 },
      { kind: 'select', field: 'roleId', label: '角色', options: roles, width: 152 },
      { kind: 'tree', field: 'departmentId', label: '部门', options: departments, elsewhere: beside },
      { kind: 'dates', from: 'createdFrom', to: 'createdTo', label: '创建时间', unit: 'instant' },
      { kind: 'select', field: 'status', label: '状态', options: statusOptions, elsewhere: true },
    ],
    [departments, roles, beside],
  );
}
