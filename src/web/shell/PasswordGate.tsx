import './overlay.css';
import { useId, useState } from 'react';
import { Mark } from '../Mark.tsx';
import { useSession } from '../session.ts';
import { logout } from '../sessionFlow.ts';
import { PasswordForm } from './PasswordForm.tsx';

/** A password that the product gave out has to be changed before anything else answers. */
export function PasswordGate() {
  const { user } = useSession();
  const id = useId();
  const [busy, setBusy] = useState(false);
  return (
    <main className="password-gate">
      <div>
        <Mark />
        <h1>请先修改密码</h1>
        <p>{user?.name}，你的密码由平台生成或被重置。修改后即可使用。</p>
        <PasswordForm id={id} onBusy={setBusy} onDone={() => undefined} />
        <button type="submit" form={id} className="button primary" disabled={busy}>
          {busy && <span className="spinner" />}
          修改密码
        </button>
        <button type="button" className="button plain" onClick={() => void logout()}>
          退出
        </button>
      </div>
    </main>
  );
}
