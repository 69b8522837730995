import { Radio } from 'lucide-react';
import { gatewayApi } from '#features/gateway/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { useNow } from '#web/core/now.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Gateway } from './types.ts';

/** Length of a scan, s. */
const seconds = 60;

/** Button 入网 60 秒: new devices can join meanwhile; then it shows the seconds left, and closes the scan. */
export function ScanButton({ gateway: { id, scanUntil, link }, changed }: { gateway: Gateway; changed: () => void }) {
  const now = useNow(1000);
  const left = scanUntil === null ? 0 : Math.floor((Date.parse(scanUntil) - now) / 1000);
  const run = async (action: () => Promise<unknown>, done: string, failed: string) => {
    await withToast(action, { done, failed });
    changed();
  };
  if (left > 0)
    return (
      <Button
        kind="primary"
        title="新设备现在可以加入；点击提前关闭"
        onClick={() => void run(() => callApi(gatewayApi.closeScan, { id }), '入网已关闭', '入网没有关闭')}
      >
        <Radio size={16} aria-hidden /> 入网中 <span className="tabular-nums">{left} 秒</span> · 关闭
      </Button>
    );
  return (
    <Button
      blocked={link === null ? '网关没有连接' : undefined}
      onClick={() =>
        void run(
          () => callApi(gatewayApi.openScan, { id, seconds }),
          `入网已打开 ${seconds} 秒，让新设备进入配对状态`,
          '入网没有打开',
        )
      }
    >
      <Radio size={16} aria-hidden /> 入网 {seconds} 秒
    </Button>
  );
}
