import { texts } from '#web/core/texts.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, TreeOption } from '#web/form/types.ts';
import { userApi } from '../contract.ts';
import type { BatchKind as Kind } from './actions.ts';
import { type Answer, reportBatch } from './batchMutations.tsx';
import type { UserRow } from './cells.tsx';
import type { RoleChoice } from './useRoleChoices.ts';

interface Props {
  kind: Kind;
  users: readonly UserRow[];
  roles: readonly RoleChoice[];
  departments: readonly TreeOption[];
  onDone: () => void;
  onClosed: () => void;
}

/** Asks for the roles to add to the selected users, or for the department to move them to. */
export function BatchForm({ kind, users, roles, departments, onDone, onClosed }: Props) {
  const ids = users.map(({ id }) => id);
  const isRoles = kind === 'roles';
  const field: Field<'roleIds' | 'departmentId'> = isRoles
    ? {
        kind: 'multi',
        field: 'roleIds',
        label: '角色',
        required: true,
        wide: true,
        options: roles,
        hint: '在各人原有的角色上增加；只能授予你自己有的权限和数据范围',
      }
    : {
        kind: 'tree',
        field: 'departmentId',
        label: '部门',
        required: true,
        wide: true,
        options: departments,
        hint: '角色和兼任的其他部门不变',
      };
  const endpoint = isRoles ? userApi.batchAddUserRole : userApi.batchUpdateUserDepartment;
  return (
    <DialogForm<Answer>
      open
      title={isRoles ? `给 ${users.length} 人增加角色` : `调整 ${users.length} 人的部门`}
      size="small"
      fields={[field]}
      schema={ruleOf(endpoint, field)}
      submit={(values) => callValidated(endpoint, { ids, ...values })}
      submitText={isRoles ? '增加角色' : '调整部门'}
      failText={texts.editFailed}
      onDone={(answers) => {
        onDone();
        void reportBatch(isRoles ? '增加角色' : '调整部门', users, answers);
      }}
      onClosed={onClosed}
    />
  );
}

/** Returns the schema of the one visible field; the ids are known. */
function ruleOf(endpoint: { input: object }, { field }: Field): object {
  const { properties } = endpoint.input as { properties: Record<string, object> };
  return { type: 'object', required: [field], properties: { [field]: properties[field] ?? {} } };
}
