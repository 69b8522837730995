import '../overlay.css';
import '../../login/login.css';
import { type FormEvent, useState } from 'react';
import type { FieldProblem } from '#shared/envelope.ts';
import { problemText } from '#web/api/feedback.ts';
import { ApiError, send } from '#web/api/request.ts';
import { loadProfile } from '#web/api/sessionFlow.ts';
import { toast } from '#web/message/message.tsx';
import { PasswordField } from '../../login/PasswordField.tsx';
import { FieldError } from '../../message/FieldError.tsx';
import { passwordProblems, strengthOf } from './password.ts';

type Fields = 'oldPassword' | 'newPassword' | 'again';
const empty: Record<Fields, string> = { oldPassword: '', newPassword: '', again: '' };

/** Changes the user's own password. */
export function PasswordForm({
  id,
  onBusy,
  onDone,
}: {
  id: string;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}) {
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Partial<Record<Fields | 'form', string>>>({});
  const change = (field: Fields) => (text: string) => {
    setValues({ ...values, [field]: text });
    setProblems({ ...problems, [field]: undefined, form: undefined });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const newProblems = passwordProblems(values);
    setProblems(newProblems);
    if (Object.keys(newProblems).length > 0) return;
    onBusy(true);
    try {
      const { oldPassword, newPassword } = values;
      await send('POST', '/api/user/editUserPassword', { oldPassword, newPassword });
      await loadProfile();
      toast.success('密码已修改');
      onDone();
    } catch (error) {
      setProblems(refusalOf(error));
    } finally {
      onBusy(false);
    }
  };
  const strength = strengthOf(values.newPassword);
  return (
    <form
      id={id}
      className="password-form flex flex-col gap-4 py-2"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <PasswordField
        id={`${id}-old`}
        label="原密码"
        value={values.oldPassword}
        problem={problems.oldPassword}
        onChange={change('oldPassword')}
        autoFocus
      />
      <PasswordField
        id={`${id}-new`}
        label="新密码"
        value={values.newPassword}
        problem={problems.newPassword}
        autoComplete="new-password"
        onChange={change('newPassword')}
        note={
          problems.newPassword ? undefined : (
            <p className="text-xs leading-4.5 text-text3 mt-1" aria-live="polite">
              {strength ? `强度：${strength}` : '8 至 128 个字符，不含账号和姓名。'}
            </p>
          )
        }
      />
      <PasswordField
        id={`${id}-again`}
        label="再输一次"
        value={values.again}
        problem={problems.again}
        autoComplete="new-password"
        onChange={change('again')}
      />
      <div className="empty:hidden" role="alert">
        {problems.form && <FieldError>{problems.form}</FieldError>}
      </div>
    </form>
  );
}

function refusalOf(error: unknown): Partial<Record<Fields | 'form', string>> {
  const errors = error instanceof ApiError ? (error.data as { errors?: FieldProblem[] } | null)?.errors : undefined;
  const fieldErrors = (errors ?? []).filter(({ field }) => field in empty);
  if (fieldErrors.length > 0) return Object.fromEntries(fieldErrors.map(({ field, msg }) => [field, msg]));
  return { form: problemText(error) };
}
