import { type Ref, useEffect, useMemo, useState } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { attempt } from '#web/call/outcome.ts';
import { callList } from '#web/call/request.ts';
import { can } from '#web/call/session.ts';
import { texts } from '#web/core/texts.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues, Option, TreeOption } from '#web/form/types.ts';
import { userApi } from '../contract.ts';
import { toDataUrl, uploadPortrait } from './portraitFile.ts';
import { showPassword } from './showPassword.tsx';
import type { RoleChoice } from './useRoleChoices.ts';
import { fieldsOf } from './userFields.ts';
import { changesOf, withPortrait } from './userValues.ts';

interface Props {
  form: Ref<DialogFormHandle>;
  editing: boolean;
  /** Phone and mailbox as they are, where the account is the reader's own. */
  own: { mobile: string | null; email: string | null } | undefined;
  /** Projects of the edited account that the reader may not name. */
  otherProjects: number;
  departments: readonly TreeOption[];
  roles: readonly RoleChoice[];
  onDone: () => void;
  /** The newest version of the account. */
  newest: () => Promise<FormValues | undefined>;
}

/** Adds or edits an account. The portrait is stored after the account is. */
export function UserForm({ form, editing, own, otherProjects, departments, roles, onDone, newest }: Props) {
  const projects = useProjects();
  const fields = useMemo(
    (): Field[] => fieldsOf({ editing, own, departments, roles, projects, otherProjects, upload: toDataUrl }),
    [editing, own, departments, roles, projects, otherProjects],
  );
  const save = async (values: FormValues) => {
    const { avatar, ...rest } = values;
    const picture = typeof avatar === 'string' && avatar.startsWith('data:') ? avatar : undefined;
    if (editing) {
      const { id } = await callJudged(userApi.editUser, changesOf(rest, avatar));
      return { id, picture };
    }
    return { ...(await callJudged(userApi.addUser, rest)), account: String(values.account), picture };
  };
  const done = async (result: Awaited<ReturnType<typeof save>>) => {
    const { picture, id } = result;
    if (picture) await attempt(() => uploadPortrait(picture, id), { done: null, failed: '头像没有保存' });
    onDone();
    if ('password' in result && result.password) await showPassword(result.account, result.password);
  };
  return (
    <DialogForm
      ref={form}
      title={editing ? '编辑用户' : '新增用户'}
      fields={fields}
      schema={withPortrait(editing ? userApi.editUser.input : userApi.addUser.input)}
      initial={{ gender: 0 }}
      size="medium"
      submit={save}
      submitText={editing ? '保存' : '新增用户'}
      failText={editing ? texts.editFailed : texts.addFailed}
      doneText={editing ? '用户已保存' : '用户已新增'}
      onDone={(result) => void done(result)}
      newest={editing ? newest : undefined}
      draft="user"
    />
  );
}

/** The projects that may be chosen; undefined for whoever may not see projects. */
function useProjects(): readonly Option[] | undefined {
  const [projects, setProjects] = useState<readonly Option[]>();
  useEffect(() => {
    if (!can('project:list')) return;
    callList(projectApi.getProjectList, { limit: 200 }).then(
      ({ rows }) => setProjects(rows.map(({ id, name }) => ({ value: id, label: name }))),
      () => undefined,
    );
  }, []);
  return projects;
}
