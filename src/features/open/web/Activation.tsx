import '#web/login/login.css';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { activationApi } from '#features/activation/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { deadLink } from '#shared/link.ts';
import { problemText } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { ExceptionCard } from '#web/exception/ExceptionPage.tsx';
import { PasswordField } from '#web/login/PasswordField.tsx';
import { FieldError } from '#web/message/FieldError.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import { Button } from '#web/ui/Button.tsx';
import { InvalidLink } from './InvalidLink.tsx';
import { Unopened } from './Unopened.tsx';

type ActivationInfo = OutputOf<typeof activationApi.getActivation>;
type State = { info?: ActivationInfo; done?: true; refused?: true; problem?: string };

/** Returns the error state: a dead link is final; other errors (lost connection, too many attempts) may pass. */
function refusalOf(error: unknown): State {
  return error instanceof ApiError && error.msg === deadLink ? { refused: true } : { problem: problemText(error) };
}

/** Page for setting the first password of a new account, then logging in. */
export function Activation({ token }: { token: string }) {
  const [state, setState] = useState<State>({});
  useEffect(() => {
    callApi(activationApi.getActivation, { token }).then(
      (info) => setState({ info }),
      (error: unknown) => setState(refusalOf(error)),
    );
  }, [token]);
  const { info, done, refused, problem } = state;
  if (refused) return <InvalidLink />;
  if (done && info) return <Activated account={info.account} />;
  if (info) return <FirstPassword info={info} token={token} onState={setState} />;
  return <Unopened problem={problem} />;
}

function Activated({ account }: { account: string }) {
  return (
    <ExceptionCard sign={<CircleCheck />} title="密码已设置">
      <p>用账号 {account} 和刚才的密码登录。这个链接不能再用。</p>
      <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
        <Link className="button primary" to="/login">
          登录
        </Link>
      </div>
    </ExceptionCard>
  );
}

function problemsOf({ password, again }: { password: string; again: string }): { password?: string; again?: string } {
  if (password.length < 8 || password.length > 128) return { password: '密码须为8至128个字符' };
  return again === password ? {} : { again: '两次输入不一致' };
}

interface FormProps {
  info: ActivationInfo;
  token: string;
  onState: (state: State) => void;
}

function FirstPassword({ info, token, onState }: FormProps) {
  const [values, setValues] = useState({ password: '', again: '' });
  const [problems, setProblems] = useState<{ password?: string; again?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<typeof values>) => {
    setValues({ ...values, ...part });
    setProblems({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const invalid = problemsOf(values);
    setProblems(invalid);
    if (Object.keys(invalid).length > 0) return;
    setBusy(true);
    try {
      await callApi(activationApi.activateUser, { token, password: values.password });
      onState({ info, done: true });
    } catch (error) {
      setBusy(false);
      const refusal = refusalOf(error);
      if (refusal.refused) return onState(refusal);
      const isWeak = error instanceof ApiError && error.status === 400;
      setProblems(isWeak ? { password: error.msg } : { form: refusal.problem ?? '' });
    }
  };
  return (
    <main className="open-page flex flex-col gap-6 w-full">
      <header className="open-head">
        <Brand size={40} />
        <h1 className="mt-2 text-2xl leading-8">设置密码</h1>
        <p className="text-text2">
          {info.name}，你的账号是 <strong>{info.account}</strong>。设置密码后即可登录。
        </p>
      </header>
      <form className="open-activation flex flex-col gap-4" onSubmit={(event) => void submit(event)} noValidate>
        <input type="text" autoComplete="username" value={info.account} readOnly hidden />
        <PasswordField
          id="activation-password"
          label="新密码"
          value={values.password}
          problem={problems.password}
          autoComplete="new-password"
          onChange={(password) => change({ password })}
          note={
            problems.password ? undefined : (
              <p className="text-[13px] leading-4.5 text-text2 mt-1">8 至 128 个字符，不含账号和姓名。</p>
            )
          }
        />
        <PasswordField
          id="activation-again"
          label="再输一次"
          value={values.again}
          problem={problems.again}
          autoComplete="new-password"
          onChange={(again) => change({ again })}
        />
        <div role="alert">{problems.form && <FieldError>{problems.form}</FieldError>}</div>
        <Button kind="primary" className="self-start" type="submit" disabled={busy}>
          {busy && <span className="spinner" />}
          设置密码
        </Button>
      </form>
    </main>
  );
}
