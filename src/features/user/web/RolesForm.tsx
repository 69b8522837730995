import { texts } from '#web/core/texts.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues, Opening } from '#web/form/types.ts';
import { userApi } from '../contract.ts';
import type { RoleChoice } from './useRoleChoices.ts';

interface Props {
  open: Opening | undefined;
  onClosed: () => void;
  name: string;
  roles: readonly RoleChoice[];
  onDone: () => void;
  fetchLatest: () => Promise<FormValues | undefined>;
}

/** 分配角色: form for the roles of an account only. */
export function RolesForm({ open, onClosed, name, roles, onDone, fetchLatest }: Props) {
  const fields: readonly FieldOf<typeof userApi.editUser>[] = [
    {
      kind: 'multi',
      field: 'roleIds',
      label: '角色',
      required: true,
      wide: true,
      options: roles,
      hint: '只能授予你自己有的权限和数据范围，保存后立即生效',
    },
  ];
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
      title={`${name} 的角色`}
      size="small"
      fields={fields}
      endpoint={userApi.editUser}
      failText={texts.editFailed}
      doneText="角色已保存，对已登录的用户立即生效"
      onDone={onDone}
      fetchLatest={fetchLatest}
      draft="userRoles"
    />
  );
}
