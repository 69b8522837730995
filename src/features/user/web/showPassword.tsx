import { box, toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';

/** Shows a generated password once. */
export async function showPassword(account: string, password: string): Promise<void> {
  await box.alert(
    <>
      把它交给 {account} 本人，首次登录须修改。
      <span className="user-once flex items-center justify-between gap-3 mt-3 rounded-md border border-line bg-s2 px-3 py-2">
        <code data-secret>{password}</code>
        <Button onClick={() => void copy(password)}>复制</Button>
      </span>
    </>,
    { title: '临时密码只显示这一次', level: 'notice', ok: '我已记下', closeOnHashChange: false },
  );
}

/** Copies a text; where the browser refuses (no HTTPS) the user can still select it. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('已复制');
  } catch {
    toast.warning('浏览器没有允许复制，请选中后复制');
  }
}
