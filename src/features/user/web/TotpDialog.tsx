import { Button, Input, Modal } from 'antd';
import { useEffect, useId, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { FieldError } from '#web/message/FieldError.tsx';
import { problemText } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import { userApi } from '../contract.ts';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Secret = OutputOf<typeof userApi.addUserTotp>;

/** In groups of four, as it is typed where a picture cannot be scanned. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Two-step login in two steps: scan and prove, then keep the recovery codes. */
export function TotpDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [secret, setSecret] = useState<Secret>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const [kept, setKept] = useState(false);
  useEffect(() => {
    call(userApi.addUserTotp, {}).then(setSecret, (error: unknown) => setProblem(problemText(error)));
  }, []);
  const confirm = async () => {
    if (!/^\d{6}$/.test(code)) {
      setProblem('请输入6位验证码');
      return;
    }
    setBusy(true);
    try {
      setCodes((await call(userApi.confirmUserTotp, { code })).recoveryCodes);
      setProblem(undefined);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={codes ? '保存恢复码' : '开启两步登录'}
      width={480}
      mask={{ closable: false }}
      closable={!codes}
      keyboard={!codes}
      onCancel={onClose}
      footer={
        codes ? (
          <Button type="primary" disabled={!kept} onClick={onClose}>
            完成
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" loading={busy} disabled={!secret} onClick={() => void confirm()}>
              验证并开启
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} kept={kept} onKept={setKept} />
      ) : (
        <form
          className="totp"
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          <p>1. 用手机上的验证器（如 Microsoft Authenticator、FreeOTP）扫描二维码。</p>
          <div className="totp-secret">
            {secret ? <QrCode text={secret.uri} label="两步登录二维码" /> : <span className="totp-wait" />}
            <div>
              不能扫描时手工输入密钥：
              <code>{secret ? grouped(secret.secret) : '…'}</code>
            </div>
          </div>
          <label htmlFor={id}>2. 输入验证器显示的 6 位验证码</label>
          <Input
            id={id}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-problem`}
            onChange={(event) => {
              setCode(event.target.value.replace(/\D/g, ''));
              setProblem(undefined);
            }}
          />
          <div id={`${id}-problem`} aria-live="polite">
            {problem && <FieldError>{problem}</FieldError>}
          </div>
        </form>
      )}
    </Modal>
  );
}
