import { CopyButton } from '#web/message/CopyButton.tsx';
import { box } from '#web/message/message.tsx';

/** Shows a device's secret, which is available only once, as text and as a QR code. */
export async function showSecret(sn: string, secret: string): Promise<void> {
  // Without its code the secret is still shown as text: it cannot be shown again.
  const { QrCode } = await import('#web/ui/QrCode.tsx').catch(() => ({ QrCode: undefined }));
  await box.alert(
    <span className="flex items-center gap-4">
      {QrCode && (
        <span className="w-36 flex-none">
          <QrCode text={secret} label={`设备 ${sn} 的密钥二维码`} />
        </span>
      )}
      <span>
        设备 <b className="mono">{sn}</b>
        <code className="select-all block text-xs leading-5 text-text mono" data-secret>
          {secret}
        </code>
        <CopyButton text={secret} label="复制密钥" />
      </span>
    </span>,
    { title: '密钥只显示这一次', ok: '我已保存密钥', level: 'warning', closeOnHashChange: false },
  );
}
