import { box, toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';

/**
 * Shows a secret, which is shown only once; the button names what closing confirms, so that the user does not click it
 * away.
 */
export async function showSecret(appid: string, secret: string): Promise<void> {
  await box.alert(
    <span>
      appid <code>{appid}</code>
      <br />
      密钥 <code data-secret>{secret}</code>
      <br />
      <Button onClick={() => void copy(secret)}>复制密钥</Button>
    </span>,
    { title: '密钥只显示这一次', ok: '我已保存密钥', level: 'warning' },
  );
}

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast.success('已复制');
  } catch {
    toast.warning('浏览器不允许复制，请手工选中密钥');
  }
}
