import '#web/login/login.css';
import { Button, Input, Modal } from 'antd';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { PasswordField } from '#web/login/PasswordField.tsx';
import { FieldError } from '#web/message/FieldError.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { userApi } from '../contract.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Secret = OutputOf<typeof userApi.addUserTotp>;

/** Groups the secret by four characters, for typing when the QR code cannot be scanned. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Sets up two-step login in three steps: password, scan and prove, save the recovery codes. */
export function TotpDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [secret, setSecret] = useState<Secret>();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const [codesSaved, setCodesSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const beginField = useCallback(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (secret) beginField();
  }, [secret, beginField]);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      setProblem(undefined);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  const prove = async () => {
    if (password === '') return setProblem('请输入密码');
    await attempt(async () => {
      setSecret(await callApi(userApi.addUserTotp, { password }));
      setPassword('');
    });
  };
  const confirm = async () => {
    if (!/^\d{6}$/.test(code)) return setProblem('请输入6位验证码');
    await attempt(async () => setCodes((await callApi(userApi.confirmUserTotp, { code })).recoveryCodes));
  };
  const typing = (set: (text: string) => void) => (text: string) => {
    set(text);
    setProblem(undefined);
  };
  const goOn = secret ? confirm : prove;
  return (
    <Modal
      open
      title={codes ? '保存恢复码' : '开启两步登录'}
      width={480}
      mask={{ closable: false }}
      closable={!codes}
      keyboard={!codes}
      onCancel={onClose}
      afterOpenChange={beginField}
      footer={
        codes ? (
          <Button type="primary" disabled={!codesSaved} onClick={onClose}>
            完成
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" loading={busy} onClick={() => void goOn()}>
              {secret ? '验证并开启' : '下一步'}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} confirmed={codesSaved} onConfirmed={setCodesSaved} />
      ) : (
        <form
          ref={form}
          className="totp"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void goOn();
          }}
        >
          {secret ? (
            <Scan id={id} secret={secret} code={code} problem={problem} onCode={typing(setCode)} />
          ) : (
            <>
              <p className="mb-3">输入登录密码，确认是你本人。</p>
              <PasswordField
                id={id}
                label="登录密码"
                value={password}
                problem={problem}
                onChange={typing(setPassword)}
              />
            </>
          )}
        </form>
      )}
    </Modal>
  );
}

interface ScanProps {
  id: string;
  secret: Secret;
  code: string;
  problem: string | undefined;
  onCode: (code: string) => void;
}

function Scan({ id, secret, code, problem, onCode }: ScanProps) {
  return (
    <>
      <p className="mb-3">1. 用手机上的验证器（如 Microsoft Authenticator、FreeOTP）扫描二维码。</p>
      <div className="flex items-center gap-4 mb-4">
        <QrCode text={secret.uri} label="两步登录二维码" />
        <div className="text-text2">
          不能扫描时手工输入密钥：
          <code className="select-all block text-[13px] leading-5 text-text mt-1 mono">{grouped(secret.secret)}</code>
        </div>
      </div>
      <label htmlFor={`${id}-code`}>2. 输入验证器显示的 6 位验证码</label>
      <Input
        id={`${id}-code`}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onCode(event.target.value.replace(/\D/g, ''))}
      />
      <div id={`${id}-problem`} aria-live="polite">
        {problem && <FieldError>{problem}</FieldError>}
      </div>
    </>
  );
}
