import '../overlay.css';
import { useId, useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { logout } from '#web/api/sessionFlow.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { Button } from '#web/ui/Button.tsx';
import { BoxFrame } from '../../message/BoxFrame.tsx';
import { PasswordForm } from './PasswordForm.tsx';

const title = '请先修改密码';

/** Forces the change of a generated password before anything else works. */
export function PasswordGate() {
  const { user } = useSession();
  const gate = useGate();
  return (
    <main className="password-gate bg-bg flex items-center justify-center min-h-full px-4 py-8">
      <div className="flex flex-col gap-3 p-6 max-w-full border border-line bg-container">
        <Brand />
        <h1 className="mt-2 text-xl leading-7">{title}</h1>
        <p className="text-text2">{user?.name}，你的密码由平台生成或被重置。修改后即可使用。</p>
        {gate.form}
        {gate.change}
        {gate.leave}
      </div>
    </main>
  );
}

/** Forces the change of a password that was reset during work, in a box above the pages, which keep their input. */
export function PasswordBox() {
  const gate = useGate();
  return (
    <BoxFrame
      title={title}
      level="warning"
      footer={
        <>
          <span className="flex-1 text-xs leading-4.5 text-text3">页面和已填的内容还在</span>
          {gate.leave}
          {gate.change}
        </>
      }
    >
      你的密码被重置了，修改后接着用。
      {gate.form}
    </BoxFrame>
  );
}

function useGate() {
  const id = useId();
  const [busy, setBusy] = useState(false);
  return {
    form: <PasswordForm id={id} onBusy={setBusy} onDone={() => undefined} />,
    change: (
      <Button kind="primary" type="submit" form={id} disabled={busy}>
        {busy && <span className="spinner" />}
        修改密码
      </Button>
    ),
    leave: (
      <Button kind="plain" onClick={() => void logout()}>
        退出
      </Button>
    ),
  };
}
