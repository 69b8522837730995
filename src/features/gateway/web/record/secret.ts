import { showSecret } from '#features/equipment/web/service.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';
import type { Gateway } from './types.ts';

/** Replaces the secret of a gateway after a question, and shows the new one once. */
export async function resetSecret({ id, sn, name }: Gateway): Promise<void> {
  const sure = await box.confirm(`「${name}」用旧密钥的连接会立即断开，子设备的消息停止送达，直到网关里换成新密钥。`, {
    title: '重置密钥',
    ok: '断开并重置',
    danger: true,
    level: 'warning',
  });
  if (!sure) return;
  const result = await withToast(() => callApi(gatewayApi.resetGatewaySecret, { id }), {
    done: null,
    failed: '没有重置',
  });
  if (result) await showSecret(sn, result.secret);
}
