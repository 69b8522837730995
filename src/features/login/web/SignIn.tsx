import '#web/login/login.css';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CaptchaField } from '#web/login/CaptchaField.tsx';
import { PasswordField } from '#web/login/PasswordField.tsx';
import { requestCode, type ThirdParty } from '#web/login/thirdParty.ts';
import { useLoginForm } from '#web/login/useLoginForm.ts';
import { FieldError } from '#web/message/FieldError.tsx';
import { errorText } from '#web/outcome.ts';
import { closeSession, rememberAccount, rememberedAccount } from '#web/session.ts';
import { enterSession } from '#web/sessionFlow.ts';
import { loadShell } from '#web/shell/loadShell.ts';
import { AccountField } from './AccountField.tsx';
import { Refusal } from './Refusal.tsx';

interface SignInProps {
  party: ThirdParty | undefined;
  partyName: string;
  entering: RefObject<boolean>;
}

/** Account, password, captcha; a remembered account stands filled, so that the focus begins in the password. */
export function SignIn({ party, partyName, entering }: SignInProps) {
  const navigate = useNavigate();
  const known = useRef(rememberedAccount() ?? '');
  const [remember, setRemember] = useState(known.current !== '');
  const [refusal, setRefusal] = useState<string>();
  const form = useLoginForm(known.current, async (answer, account) => {
    rememberAccount(remember ? account : undefined);
    entering.current = true;
    try {
      await enterSession(answer);
    } catch (error) {
      closeSession();
      entering.current = false;
      throw error;
    }
    if (party) await goBack(party, setRefusal);
    else await navigate('/', { replace: true });
  });
  const element = useRef<HTMLFormElement>(null);
  const { faults } = form;
  useEffect(() => {
    if (Object.values(faults).some(Boolean))
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  useEffect(
    () => element.current?.querySelector<HTMLElement>(known.current ? '[type="password"]' : 'input')?.focus(),
    [],
  );

  if (refusal) return <Refusal text={refusal} known />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={element} className="login-form" onSubmit={submit} noValidate>
      {party && <p className="login-party">登录后将返回 {partyName}</p>}
      <h1>登录</h1>
      <AccountField
        remembered={known.current}
        value={form.values.account}
        problem={faults.account}
        onChange={(account) => form.change({ account })}
      />
      <PasswordField
        id="password"
        label="密码"
        value={form.values.password}
        problem={faults.password}
        onChange={(password) => {
          // Ready by the time the password is typed.
          void loadShell().catch(() => undefined);
          form.change({ password });
        }}
      />
      <CaptchaField form={form} id="captcha" />
      <label className="login-remember">
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
        记住账号
      </label>
      <div role="alert">{faults.form && <FieldError>{faults.form}</FieldError>}</div>
      <button type="submit" className="button primary login-submit" aria-disabled={form.busy}>
        {form.busy ? (
          <>
            <span className="spinner" /> 正在登录
          </>
        ) : (
          <>
            登录 <kbd>Enter</kbd>
          </>
        )}
      </button>
      <p className="login-help">忘记密码请联系班长重置。连续输错 5 次将锁定 15 分钟。</p>
    </form>
  );
}

async function goBack(party: ThirdParty, refuse: (text: string) => void): Promise<void> {
  try {
    location.assign(await requestCode(party));
  } catch (error) {
    refuse(errorText(error));
  }
}
