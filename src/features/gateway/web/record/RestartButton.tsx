import { sendCommand, useCommandChoice } from '#features/equipmentCommand/web/service.ts';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Gateway } from './types.ts';

/** Button 重启, where the format of the gateway has it and the user may send it. */
export function RestartButton({ gateway: { id, name, online } }: { gateway: Gateway }) {
  const target = useCommandChoice(id);
  if (!target?.commands.includes('restart')) return null;
  const restart = async () => {
    const sure = await box.confirm(`「${name}」重启需要几十秒，这期间子设备的消息不会送达。`, {
      title: '重启网关',
      ok: '重启',
      level: 'warning',
    });
    if (sure) await sendCommand(id, 'restart');
  };
  return (
    <Button blocked={online === 'online' ? undefined : '网关不在线'} onClick={() => void restart()}>
      重启
    </Button>
  );
}
