import '#web/login/login.css';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSessionEnding } from '#web/api/ending.ts';
import { problemText } from '#web/api/feedback.ts';
import { closeSession, rememberAccount, rememberedAccount } from '#web/api/session.ts';
import { enterSession } from '#web/api/sessionFlow.ts';
import { loadChunk } from '#web/core/chunk.ts';
import { CaptchaField } from '#web/login/CaptchaField.tsx';
import { CodeField } from '#web/login/CodeField.tsx';
import { PasswordField } from '#web/login/PasswordField.tsx';
import { requestCode, type ThirdParty } from '#web/login/thirdParty.ts';
import { type LoginForm, useLoginForm } from '#web/login/useLoginForm.ts';
import { FieldError } from '#web/message/FieldError.tsx';
import { shellChunk } from '#web/shell/shellChunk.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { AccountField } from './AccountField.tsx';
import { AppLogo } from './AppLogo.tsx';
import { GrantedScopes } from './GrantedScopes.tsx';
import { Refusal } from './Refusal.tsx';
import type { LoginAppState } from './useLoginApp.ts';

interface SignInProps {
  party: ThirdParty | undefined;
  /** Registered data of the other system. */
  other: Omit<LoginAppState, 'refusal'>;
  entering: RefObject<boolean>;
  /** Help text of the deployment for users who cannot log in. */
  help: string;
}

/** Form of account, password, captcha; a remembered account is filled in, so that the focus starts in the password. */
export function SignIn({ party, other, entering, help }: SignInProps) {
  const navigate = useNavigate();
  const remembered = useRef(rememberedAccount() ?? '');
  const [remember, setRemember] = useState(remembered.current !== '');
  const [refusal, setRefusal] = useState<string>();
  const form = useLoginForm(remembered.current, async (answer, account) => {
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
  const ending = useSessionEnding();
  const { faults } = form;
  useEffect(() => {
    if (Object.values(faults).some(Boolean))
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  useEffect(
    () => element.current?.querySelector<HTMLElement>(remembered.current ? '[type="password"]' : 'input')?.focus(),
    [],
  );

  if (refusal) return <Refusal text={refusal} loggedIn />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={element} className="login-form max-w-full flex flex-col gap-5" onSubmit={submit} noValidate>
      {party && (
        <div className="login-party gap-0.5 px-3 py-2 grid rounded-md bg-primary-bg">
          <AppLogo fileId={other.logoFileId} />
          <p className="text-text2">登录后将返回 {other.name}</p>
          <GrantedScopes scopes={other.scopes} />
        </div>
      )}
      <h1 className="mb-1 text-2xl leading-8">登录</h1>
      {ending && (
        <p className="flex items-center gap-2 text-text2" role="status">
          <LevelSign level={2} size={16} />
          <span className="flex-1">{ending.text}。</span>
        </p>
      )}
      {form.second ? (
        <SecondStep form={form} />
      ) : (
        <FirstStep form={form} remembered={remembered.current} remember={remember} onRemember={setRemember} />
      )}
      <div role="alert">{faults.form && <FieldError>{faults.form}</FieldError>}</div>
      <Button kind="primary" className="login-submit h-11 font-bold text-base" type="submit" aria-disabled={form.busy}>
        {form.busy ? (
          <>
            <span className="spinner" /> 正在登录
          </>
        ) : (
          <>
            {form.second ? '验证并登录' : '登录'} <kbd>Enter</kbd>
          </>
        )}
      </Button>
      <p className="login-help text-xs leading-4.5 text-text3">
        {form.second ? '手机不在身边时可用恢复码，每个只能用一次。' : `${help}连续输错 5 次将锁定 15 分钟。`}
      </p>
    </form>
  );
}

interface FirstStepProps {
  form: LoginForm;
  remembered: string;
  remember: boolean;
  onRemember: (remember: boolean) => void;
}

function FirstStep({ form, remembered, remember, onRemember }: FirstStepProps) {
  return (
    <>
      <AccountField
        remembered={remembered}
        value={form.values.account}
        problem={form.faults.account}
        onChange={(account) => form.change({ account })}
      />
      <PasswordField
        id="password"
        label="密码"
        value={form.values.password}
        problem={form.faults.password}
        onChange={(password) => {
          // Preloads the shell while the password is typed.
          void loadChunk(shellChunk).catch(() => undefined);
          form.change({ password });
        }}
      />
      <CaptchaField form={form} id="captcha" />
      <label className="login-remember max-md:min-h-11 flex items-center gap-2 min-h-6 self-start">
        <input type="checkbox" checked={remember} onChange={(event) => onRemember(event.target.checked)} />
        记住账号
      </label>
    </>
  );
}

function SecondStep({ form }: { form: LoginForm }) {
  return (
    <>
      <p className="text-text2">
        {form.values.account.trim()} 开启了两步登录。请打开手机上的验证器，输入其中 6 位验证码。
      </p>
      <CodeField form={form} id="code" />
      <Button kind="plain" className="self-start h-6" onClick={form.back}>
        返回重新输入密码
      </Button>
    </>
  );
}

async function goBack(party: ThirdParty, refuse: (text: string) => void): Promise<void> {
  try {
    location.assign(await requestCode(party));
  } catch (error) {
    refuse(problemText(error));
  }
}
