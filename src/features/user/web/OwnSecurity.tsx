import { Button } from 'antd';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { fullTime } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Opening } from '#web/form/types.ts';
import { showOverlay } from '#web/shell/overlay.ts';
import { userApi } from '../contract.ts';
import type { Profile } from './AccountSlot.tsx';
import { presentPassword } from './presentPassword.tsx';
import { TotpDialog } from './TotpDialog.tsx';

/** Fewer recovery codes than this are shown as a warning. */
const fewCodes = 3;

/** Password and the second step of the login. */
export function OwnSecurity({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const [setting, setSetting] = useState(false);
  const [off, setOff] = useState<Opening>();
  const { totp } = profile;
  return (
    <section aria-label="安全">
      <h3 className="title-line mb-1 leading-6">安全</h3>
      <div className="flex items-center gap-3 border-t border-line py-2.5">
        <div className="flex flex-col flex-1 min-w-0">
          <strong className="inline-flex items-center gap-1.5">密码</strong>
          <span className="text-xs text-text3">
            {profile.passwordChangedAt
              ? `上次修改于 ${fullTime(profile.passwordChangedAt).slice(0, 16)}`
              : '还没有修改过初始密码'}
          </span>
        </div>
        <Button onClick={() => showOverlay('password')}>修改密码…</Button>
      </div>
      <div className="flex items-center gap-3 border-t border-line py-2.5">
        <div className="flex flex-col flex-1 min-w-0">
          <strong
            className={totp ? 'inline-flex items-center gap-1.5 text-success' : 'inline-flex items-center gap-1.5'}
          >
            {totp ? <ShieldCheck size={15} aria-hidden /> : <ShieldOff size={15} aria-hidden />}
            两步登录{totp ? '已开启' : '未开启'}
          </strong>
          <span className="text-xs text-text3">
            {totp
              ? `${fullTime(totp.since).slice(0, 16)} 起，`
              : '密码之外再输入手机验证器的 6 位码，密码泄露也进不来。'}
            {totp && (
              <b className={totp.recoveryCodes < fewCodes ? 'font-normal text-level2-text' : 'font-normal'}>
                剩 {totp.recoveryCodes} 个恢复码
              </b>
            )}
          </span>
        </div>
        {totp ? (
          <Button onClick={() => setOff({})}>关闭…</Button>
        ) : (
          <Button type="primary" onClick={() => setSetting(true)}>
            开启…
          </Button>
        )}
      </div>
      {setting && (
        <TotpDialog
          onClose={() => {
            setSetting(false);
            onChanged();
          }}
        />
      )}
      <DialogForm
        open={off}
        onClosed={() => setOff(undefined)}
        title="关闭两步登录"
        size="small"
        schema={userApi.deleteUserTotp.input}
        fields={[presentPassword({ hint: '输入密码确认是你本人。恢复码同时作废。' })]}
        submit={(values) => callValidated(userApi.deleteUserTotp, values)}
        submitText="关闭两步登录"
        failText="没有关闭"
        doneText="两步登录已关闭"
        onDone={onChanged}
      />
    </section>
  );
}
