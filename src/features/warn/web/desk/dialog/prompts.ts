import { warnApi } from '#features/warn/contract.ts';
import { callApi } from '#web/api/request.ts';
import { dispatchStates } from '#web/data/codeLabels.ts';
import { box } from '#web/message/message.tsx';
import { subjectName } from '../../format.ts';
import { applyRow } from '../../warnStore.ts';
import type { WarnDetail, WarnDispatch } from '../types.ts';
import type { RunAction } from '../useAction.ts';

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
  await run(async () => applyRow(await callApi(warnApi.reopenWarn, { id: detail.id, reason: text.trim() })), '已重开');
}

/** Cancels a dispatch (取消派单) after a confirmation: it cannot be undone. */
export async function cancelDispatch(
  warnId: string,
  { id, name, state }: Pick<WarnDispatch, 'id' | 'name' | 'state'>,
  run: RunAction,
): Promise<void> {
  const sure = await box.confirm(
    `${name} 现在是「${dispatchStates[state]}」。取消后不能恢复，只能重新派单；请另行告诉对方。`,
    { title: `取消 ${name} 的派单？`, ok: '取消派单', cancel: '不取消', danger: true },
  );
  if (sure) await run(() => callApi(warnApi.updateWarnDispatch, { id: warnId, dispatchId: id, state: 'cancelled' }));
}
