import { useCallback, useEffect, useState } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callListApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { valuesOf as ownValues } from '#web/crud/formFields.ts';
import type { FormOptions } from '#web/crud/types.ts';
import { genders } from '#web/data/codeLabels.ts';
import { portraitUrl } from '#web/file/Portrait.tsx';
import type { Field, FormValues, Option, TreeOption } from '#web/form/types.ts';
import { strengthOf } from '#web/shell/password/password.ts';
import { user, type userApi } from '../contract.ts';
import type { UserRow } from './cells.tsx';
import { toDataUrl, uploadPortrait } from './portraitFile.ts';
import { passwordForContact } from './presentPassword.tsx';
import { showPassword } from './showPassword.tsx';
import type { RoleChoice } from './useRoleChoices.ts';

type Form = FormOptions<typeof userApi.addUser, typeof userApi.editUser>;

interface Choices {
  /** Id of the viewer: phone and mailbox of their own account need their password. */
  me: string | undefined;
  departments: readonly TreeOption[];
  roles: readonly RoleChoice[];
  reloadRoles: () => void;
}

/** Rates the typed password; without a password the server generates one. */
function passwordHint(value: unknown): string {
  const strength = strengthOf(typeof value === 'string' ? value : '');
  return strength ? `强度：${strength}，首次登录须修改` : '留空由平台生成，只显示一次，首次登录须修改';
}

const firstPassword: Field = {
  kind: 'text',
  field: 'password',
  label: '初始密码',
  maxLength: 128,
  wide: true,
  secret: true,
  hint: passwordHint,
};

/** Saved after the account. */
const portrait: Field = {
  kind: 'image',
  field: 'avatar',
  label: '头像',
  upload: toDataUrl,
  columns: ['avatarFileId'],
  describe: () => '有图片',
  hint: '仅支持 jpg/png/webp，不超过5MB',
  savedSeparately: true,
};

/** Returns an account as form values, with the URL of the present picture. */
export async function valuesOf(row: UserRow): Promise<FormValues> {
  return {
    ...ownValues(user, row),
    roleIds: row.roles.map(({ id }) => id),
    extraDepartmentIds: row.extraDepartments.map(({ id }) => id),
    avatar: row.avatar ? await portraitUrl(row.avatar) : undefined,
  };
}

async function savePortrait({ id }: { id: string }, { avatar }: FormValues): Promise<void> {
  if (typeof avatar === 'string' && avatar.startsWith('data:'))
    await withToast(() => uploadPortrait(avatar, id), { done: null, failed: '头像没有保存' });
}

/** Returns form options beyond the contract (domain.md 6.6), for a new or an existing account. */
export function useUserForm({ me, departments, roles, reloadRoles }: Choices): (editing: UserRow | undefined) => Form {
  const projects = useProjects();
  return useCallback(
    (editing) => {
      const ownUser = editing?.id === me ? editing : undefined;
      const { otherProjects = 0 } = editing ?? {};
      return {
        fields: {
          departmentId: { kind: 'tree', options: departments },
          extraDepartmentIds: { kind: 'tree', options: departments, multiple: true },
          roleIds: { kind: 'multi', options: roles },
          gender: { options: ([1, 2, 0] as const).map((value) => ({ value, label: genders[value] })) },
          projectIds: projects
            ? {
                kind: 'multi',
                options: projects,
                hint: otherProjects > 0 ? `另有 ${otherProjects} 个项目不在你的范围，保持不变` : '留空可见全部项目',
              }
            : null,
        },
        order: [
          ...(['account', 'name', 'mobile', 'departmentId', 'extraDepartmentIds', 'roleIds'] as const),
          ...(editing ? [] : [firstPassword]),
          ...(['post', 'jobNumber', 'extension', 'email'] as const),
          ...(ownUser ? [passwordForContact(ownUser)] : []),
          ...(['gender', 'expiresAt', 'projectIds', portrait, 'remark'] as const),
        ],
        addText: '新增用户',
        onOpen: reloadRoles,
        onSaved: savePortrait,
        onAdded: ({ password }, { account }) => void (password && showPassword(String(account), password)),
      };
    },
    [me, departments, roles, reloadRoles, projects],
  );
}

/** Returns the selectable projects; undefined for viewers who may not see projects. */
function useProjects(): readonly Option[] | undefined {
  const [projects, setProjects] = useState<readonly Option[]>();
  useEffect(() => {
    if (!can('project:list')) return;
    callListApi(projectApi.getProjectList, { limit: 200 }).then(
      ({ rows }) => setProjects(rows.map(({ id, name }) => ({ value: id, label: name }))),
      () => undefined,
    );
  }, []);
  return projects;
}
