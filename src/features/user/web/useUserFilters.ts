import { useEffect, useMemo, useState } from 'react';
import { roleApi } from '#features/role/contract.ts';
import { statuses } from '#shared/codes.ts';
import { call } from '#web/request.ts';
import type { Filter, Option, TreeOption } from '#web/table/types.ts';

const states = Object.entries(statuses).map(([value, label]) => ({ value, label }));

/** Account, name, phone; department with what lies below; role; state; when it was created (domain.md 6.6). */
export function useUserFilters(departments: readonly TreeOption[]): readonly Filter[] {
  const [roles, setRoles] = useState<readonly Option[]>([]);
  useEffect(() => {
    call(roleApi.getRoleOption, {}).then(
      (found) => setRoles(found.map(({ id, name }) => ({ value: id, label: name }))),
      () => undefined,
    );
  }, []);
  return useMemo(
    () => [
      { kind: 'text', field: 'keyword', label: '关键字', placeholder: '账号 / 姓名 / 手机', width: 136 },
      { kind: 'select', field: 'roleId', label: '角色', options: roles, width: 100 },
      { kind: 'select', field: 'status', label: '状态', options: states, width: 96 },
      { kind: 'tree', field: 'departmentId', label: '部门', options: departments, width: 104 },
      { kind: 'dates', from: 'createdFrom', to: 'createdTo', label: '创建时间', unit: 'instant' },
    ],
    [departments, roles],
  );
}
