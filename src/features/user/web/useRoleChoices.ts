import { useCallback, useEffect, useState } from 'react';
import { roleApi } from '#features/role/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import type { Option } from '#web/table/types.ts';

/** Role option; a role beyond the viewer's permissions is disabled with the reason. */
export type RoleChoice = Option & { disabled?: boolean; title?: string };

function choiceOf({ id, name, status, beyond }: OutputOf<typeof roleApi.getRoleOption>[number]): RoleChoice {
  const label = status === 'disabled' ? `${name}（已停用）` : name;
  return { value: id, label, ...(beyond ? { disabled: true, title: `不能授予${beyond}` } : {}) };
}

/**
 * Returns the roles as options of filters and forms; `reload` loads them again when a form opens long after the list.
 */
export function useRoleChoices(): { roles: readonly RoleChoice[]; reload: () => void } {
  const [roles, setRoles] = useState<readonly RoleChoice[]>([]);
  const reload = useCallback(() => {
    callApi(roleApi.getRoleOption, {}).then(
      (options) => setRoles(options.map(choiceOf)),
      () => undefined,
    );
  }, []);
  useEffect(reload, [reload]);
  return { roles, reload };
}
