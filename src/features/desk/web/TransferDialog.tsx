import { useEffect, useState } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import { applyRow, type RunAction, subjectName, submitting, type WarnDetail } from '#features/warn/web/service.ts';
import type { InputKey, OutputOf } from '#shared/endpoint.ts';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Option } from '#web/form/types.ts';

type Targets = OutputOf<typeof warnApi.getTransferTarget>;

/** Returns the options: present users first, least busy on top, then departments. `user:12`, `department:3`. */
function optionsOf({ users, departments }: Targets): Option[] {
  const sortedUsers = [...users].sort((a, b) => Number(b.online) - Number(a.online) || a.openCount - b.openCount);
  return [
    ...sortedUsers.map((user) => ({
      value: `user:${user.id}`,
      label: [user.name, user.departmentName, user.online ? '在线' : '离线', `处理中 ${user.openCount}`]
        .filter((part) => part !== null)
        .join(' · '),
    })),
    ...departments.map((each) => ({ value: `department:${each.id}`, label: `${each.name}（部门）` })),
  ];
}

function useTargets(id: string): { options: Option[] | null; problem: string | null } {
  const [options, setOptions] = useState<Option[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const control = new AbortController();
    callApi(warnApi.getTransferTarget, { id }, { signal: control.signal }).then(
      (targets) => setOptions(optionsOf(targets)),
      (error: unknown) => {
        if (!isAborted(error)) setProblem(problemText(error));
      },
    );
    return () => control.abort();
  }, [id]);
  return { options, problem };
}

function inputOf({ to, reason, id }: FormValues): FormValues {
  const [kind, target] = String(to).split(':');
  return { id, reason, [kind === 'user' ? 'userId' : 'departmentId']: target };
}

/** 转派 dialog: the warn returns to 待处理 for the recipient, and its clock keeps running. */
export function TransferDialog({ detail, run, onClose }: { detail: WarnDetail; run: RunAction; onClose: () => void }) {
  const { options, problem } = useTargets(detail.id);
  const hint = problem ?? (options === null ? '正在取可转派的人…' : '对方 60 秒内未接则转班长，时限不重新计');
  const fields: Field<InputKey<typeof warnApi.transferWarn> | 'to'>[] = [
    { field: 'to', label: '转给', kind: 'select', options: options ?? [], required: true, wide: true, hint },
    { field: 'reason', label: '原因', kind: 'textarea', maxLength: 500, required: true },
  ];
  const send = submitting(run, warnApi.transferWarn, '已转派', applyRow);
  return (
    <DialogForm
      open
      size="small"
      title={`转派 ${subjectName(detail)}`}
      submitText="转派"
      failText="转派失败"
      fields={fields}
      initial={{ id: detail.id }}
      submit={(values) => send({ ...inputOf(values), offeredTo: detail.offeredTo })}
      onClosed={onClose}
    />
  );
}
