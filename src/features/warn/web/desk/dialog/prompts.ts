import { warnApi } from '#features/warn/contract.ts';
import { call } from '#web/call/request.ts';
import { box } from '#web/message/message.tsx';
import { applyRow } from '../../warnStore.ts';
import { whoseAlarm } from '../../words.ts';
import type { WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';

const reason = { label: '原因', required: true, multiline: true, maxLength: 500, error: '请写明原因' } as const;

/** 释放: gives the alarm back to the queue, with the reason. */
export async function release(detail: WarnDetail, run: RunAction): Promise<void> {
  const text = await box.prompt(`${whoseAlarm(detail)} · ${detail.no} 回到待处理，时限不重新计。`, {
    title: '释放这条告警',
    ok: '释放',
    level: 'warning',
    ...reason,
  });
  if (text === null) return;
  await run(async () => applyRow(await call(warnApi.releaseWarn, { id: detail.id, reason: text.trim() })), '已释放');
}

/** 重开 by the shift leader, within 7 days. */
export async function reopen(detail: WarnDetail, run: RunAction): Promise<void> {
  const text = await box.prompt(`${whoseAlarm(detail)} · ${detail.no} 回到待处理。`, {
    title: '重开这条告警',
    ok: '重开',
    level: 'info',
    ...reason,
  });
  if (text === null) return;
  await run(async () => applyRow(await call(warnApi.reopenWarn, { id: detail.id, reason: text.trim() })), '已重开');
}
