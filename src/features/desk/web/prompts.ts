import { closingApi } from '#features/closing/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { applyRow, type RunAction, subjectName, type WarnDetail } from '#features/warn/web/service.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';

const reason = { label: '原因', required: true, multiline: true, maxLength: 500, error: '请写明原因' } as const;

/** Releases the warn to the queue with a reason (释放). */
export async function release(detail: WarnDetail, run: RunAction): Promise<void> {
  const text = await box.prompt(`${subjectName(detail)} · ${detail.no} 回到待处理，时限不重新计。`, {
    title: '释放这条告警',
    ok: '释放',
    level: 'warning',
    ...reason,
  });
  if (text === null) return;
  await run(async () => applyRow(await callApi(warnApi.releaseWarn, { id: detail.id, reason: text.trim() })), '已释放');
}

/** Reopens a warn (重开): leaders only, within 7 days. */
export async function reopen(detail: WarnDetail, run: RunAction): Promise<void> {
  const text = await box.prompt(`${subjectName(detail)} · ${detail.no} 回到待处理。`, {
    title: '重开这条告警',
    ok: '重开',
    level: 'info',
    ...reason,
  });
  if (text === null) return;
  await run(
    async () => applyRow(await callApi(closingApi.reopenWarn, { id: detail.id, reason: text.trim() })),
    '已重开',
  );
}
